import { levelSentence, toUsualDays, usualDaysSentence } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const toDay = (index: number) => new Date(Date.UTC(2026, 0, 5 + index)).toISOString().slice(0, 10);
const toSeries = (values: readonly (number | null)[], first = 0) =>
  values.map((value, index) => ({ date: toDay(first + index), value, isClosed: true }));
const weeks = (count: number, toValue: (index: number) => number | null) =>
  toSeries(Array.from({ length: 7 * count }, (_, index) => toValue(index)));

it('what is usual for a weekday depends on the same weekday alone', () => {
  const [monday, tuesday] = toUsualDays(
    [toDay(84), toDay(85)],
    weeks(12, (index) => (index % 7 === 0 ? 100 + index / 7 : 5)),
  );

  expect(monday).toEqual({ low: expect.closeTo(101.1), high: expect.closeTo(109.9) });
  expect(tuesday).toEqual({ low: 5, high: 5 });
});

it('what is usual stays unknown with fewer than eight known weeks, and ignores running days', () => {
  expect(
    toUsualDays(
      [toDay(84)],
      weeks(7, () => 1),
    ),
  ).toEqual([null]);
  expect(
    toUsualDays(
      [toDay(84)],
      weeks(12, (index) => (index < 35 ? null : 1)),
    ),
  ).toEqual([null]);
  const running = weeks(8, () => 1).map((day, index) => ({ ...day, isClosed: index !== 0 }));
  expect(toUsualDays([toDay(56)], running)).toEqual([null]);
  expect(toUsualDays([], [])).toEqual([]);
});

it('four in five earlier values are usual', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 56, maxLength: 84 }), (values) => {
      const history = toSeries(values);
      const usual = toUsualDays(
        history.map(({ date }) => date),
        history,
      );
      for (const [index, range] of usual.entries()) {
        if (!range) continue;
        const same = values.filter((_, other) => other % 7 === index % 7);
        const inside = same.filter((value) => value >= range.low - 1e-6 && value <= range.high + 1e-6);
        expect(inside.length / same.length).toBeGreaterThanOrEqual(0.6);
        expect(inside.length).toBeLessThanOrEqual(same.length);
        expect(range.low).toBeLessThanOrEqual(range.high);
      }
    }),
  );
});

const range = { low: 10, high: 20 };
it.each([
  [[15, 15, 15], 'Nothing unusual in 3 complete days.'],
  [[25, 15, 15, 15, 15, 15, 15], '1 of 7 complete days was above the usual range. Chance alone explains that many.'],
  [[25, 25, 25, 25, 15, 15, 15], '4 of 7 complete days were above the usual range.'],
  [[5, 5, 5, 5, 5], '5 of 5 complete days were below the usual range.'],
  [[25, 25, 25, 5, 5], 'Of 5 complete days, 3 were above the usual range and 2 below it.'],
  [[25, 5, 15], 'Of 3 complete days, 1 was above the usual range and 1 below it. Chance alone explains that many.'],
  [[null, null], null],
])('describes %j as %j', (values, sentence) => {
  expect(
    usualDaysSentence(
      toSeries(values),
      values.map(() => range),
    ),
  ).toBe(sentence);
});

it('a running day is not judged', () => {
  expect(usualDaysSentence([{ date: toDay(0), value: 1, isClosed: false }], [range])).toBeNull();
});

it('describes a level by its first and last day', () => {
  const sentence = (values: (number | null)[]) => levelSentence(toSeries(values), String);

  expect(sentence([null, 100, 130])).toBe('30 more on the last day than on the first: 100, then 130.');
  expect(sentence([130, null, 100])).toBe('30 fewer on the last day than on the first: 130, then 100.');
  expect(sentence([5, 9, 5])).toBe('5 on the first day and on the last.');
  expect(sentence([5])).toBeNull();
});
