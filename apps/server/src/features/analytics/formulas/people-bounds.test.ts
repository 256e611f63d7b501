import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addFigures, boundPeople, combinePeople, type PeopleUnit, type PeopleWindow } from './people-bounds.ts';

const day = (people: number, change: Partial<PeopleUnit> = {}): PeopleUnit => ({
  people,
  isClosed: true,
  largest: people,
  ...change,
});
const week = (...people: number[]) => new Map(people.map((count, index) => [index, day(count)]));

describe('unique people in a range', () => {
  it('are exact if Instagram counted exactly this range, regardless of the days', () => {
    expect(boundPeople(3, week(5, 5, 5), [{ end: 2, units: 3, people: 9 }])).toMatchObject({
      shown: 9,
      lower: 9,
      upper: 9,
      isExact: true,
    });
  });

  it('are exact for one closed day, but not for a running or outdated day', () => {
    expect(boundPeople(1, week(7), [])).toMatchObject({ shown: 7, isExact: true });
    expect(boundPeople(1, new Map([[0, day(7, { isClosed: false })]]), [])).toMatchObject({
      shown: 7,
      lower: 7,
      upper: null,
      isExact: false,
    });
    expect(boundPeople(1, new Map([[0, day(7, { largest: null })]]), [])).toMatchObject({
      shown: 7,
      lower: null,
      upper: 7,
      isExact: false,
    });
  });

  it('are exact if the largest part equals the upper bound', () => {
    expect(boundPeople(3, week(0, 12, 0), [])).toMatchObject({ shown: 12, lower: 12, upper: 12, isExact: true });
  });

  it('lie between the largest day and the cheapest cover, which may extend beyond the range', () => {
    const windows = [
      { end: 1, units: 4, people: 11 },
      { end: 5, units: 3, people: 10 },
      { end: 3, units: 2, people: 9 },
    ];

    expect(boundPeople(4, week(6, 6, 6, 6), windows)).toEqual({ shown: 20, lower: 9, upper: 20, isExact: false });
  });

  it('have no upper bound if no window covers a missing or running day', () => {
    const known = new Map([
      [0, day(6)],
      [2, day(4)],
    ]);

    expect(boundPeople(3, known, [])).toMatchObject({ shown: 10, lower: 6, upper: null, isExact: false });
    expect(boundPeople(3, known, [{ end: 1, units: 2, people: 8 }])).toMatchObject({ shown: 12, lower: 8, upper: 12 });
  });

  it('show at least the lower bound', () => {
    const { shown, lower } = boundPeople(4, week(1), [{ end: 2, units: 2, people: 40 }]);

    expect([shown, lower]).toEqual([40, 40]);
  });
});

describe('simulated visits of people', () => {
  const margin = 5;
  const visits = fc.uniqueArray(fc.integer({ min: -margin, max: 12 + margin }), { maxLength: 12 });
  const account = fc.record({
    /** The days on which each person visited, the same for every account. */
    people: fc.array(visits, { minLength: 1, maxLength: 12 }),
    windows: fc.array(fc.record({ end: fc.integer({ min: -2, max: 15 }), days: fc.integer({ min: 2, max: 8 }) }), {
      maxLength: 12,
    }),
    missing: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
    outdated: fc.uniqueArray(fc.nat(11), { maxLength: 3 }),
    isRunning: fc.boolean(),
  });
  const world = fc.record({
    length: fc.integer({ min: 1, max: 12 }),
    accounts: fc.array(account, { minLength: 1, maxLength: 3 }),
  });
  type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

  const came = (days: readonly number[], from: number, to: number) => days.some((one) => one >= from && one <= to);
  const toUnit = (people: number, isClosed: boolean, isOutdated: boolean): PeopleUnit => ({
    people,
    isClosed,
    largest: isOutdated ? null : people,
  });
  const count = ({ people }: Account, from: number, to: number) => people.filter((days) => came(days, from, to)).length;
  const see = (account: Account, length: number) =>
    boundPeople(
      length,
      new Map(
        Array.from({ length }, (_, index) => index)
          .filter((index) => !account.missing.includes(index))
          .map((index) => {
            const isOutdated = account.outdated.includes(index);
            const isClosed = !(account.isRunning && index === length - 1);
            const people = count(account, index, isOutdated ? index + 1 : index);
            return [index, toUnit(isClosed ? people : Math.floor(people / 2), isClosed, isOutdated)];
          }),
      ),
      account.windows
        .filter(({ end }) => !account.isRunning || end < length - 1)
        .map(({ end, days }): PeopleWindow => ({
          end,
          units: days,
          people: count(account, end - days + 1, end),
        })),
    );

  it('stay within the bounds, and equal an exact value', () => {
    fc.assert(
      fc.property(world, ({ length, accounts }) => {
        for (const one of accounts) {
          const truth = count(one, 0, length - 1);
          const { shown, lower, upper, isExact } = see(one, length);
          expect(lower ?? 0).toBeLessThanOrEqual(truth);
          expect(upper ?? Infinity).toBeGreaterThanOrEqual(truth);
          expect(shown).toBeGreaterThanOrEqual(lower ?? 0);
          if (upper !== null) expect(shown).toBe(upper);
          if (isExact) expect(shown).toBe(truth);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('lie between the largest account and the sum of accounts, even if people visit several', () => {
    fc.assert(
      fc.property(world, ({ length, accounts }) => {
        const persons = new Set(
          accounts.flatMap(({ people }) =>
            people.flatMap((days, person) => (came(days, 0, length - 1) ? [person] : [])),
          ),
        );
        const eachForEach = accounts.reduce((sum, one) => sum + count(one, 0, length - 1), 0);
        const bounds = accounts.map((one) => see(one, length));

        const together = combinePeople(bounds);
        const added = addFigures(bounds);

        expect(together.lower ?? 0).toBeLessThanOrEqual(persons.size);
        expect(together.upper ?? Infinity).toBeGreaterThanOrEqual(persons.size);
        expect(added.lower ?? 0).toBeLessThanOrEqual(eachForEach);
        expect(added.upper ?? Infinity).toBeGreaterThanOrEqual(eachForEach);
      }),
      { numRuns: 500 },
    );
  });
});
