import { addDays, type DigestSchedule } from '@tidemark/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, offsetAt } from '../../platform/clock.ts';
import { findEarlierSending, findNextSending } from '../../platform/sending-times.ts';
import { toDigestRange } from './digest-range.ts';

const schedule = {
  isOn: true,
  cadence: 'weekly',
  weekday: 1,
  monthDay: 28,
  hour: 8,
  timeZone: 'Europe/Berlin',
  accountIds: null,
} as const satisfies DigestSchedule;

it('finds the same hour before and after a clock change', () => {
  expect(findNextSending(schedule, new Date('2026-10-20T00:00:00Z')).at).toEqual(new Date('2026-10-26T07:00:00Z'));
  expect(findNextSending(schedule, new Date('2026-10-14T00:00:00Z')).at).toEqual(new Date('2026-10-19T06:00:00Z'));
});

it('moves an hour skipped by a clock change to the next hour', () => {
  const sunday = { ...schedule, weekday: 7, hour: 2 };

  expect(findNextSending(sunday, new Date('2026-03-28T12:00:00Z')).at).toEqual(new Date('2026-03-29T01:00:00Z'));
});

it.each([
  ['America/New_York', '2027-03-14', 2, '2027-03-14T07:00:00Z'],
  ['America/Havana', '2027-03-14', 0, '2027-03-14T05:00:00Z'],
  ['Australia/Lord_Howe', '2027-10-03', 2, '2027-10-02T15:30:00Z'],
])('sends at the end of the gap in %s on %s', (timeZone, day, hour, at) => {
  const sunday = { ...schedule, weekday: 7, hour, timeZone } as const;

  expect(findNextSending(sunday, new Date(Date.parse(day) - 86_400_000)).at).toEqual(new Date(at));
});

it('sends at or just after the chosen hour in every zone when the clocks change', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const cases = zones.flatMap((zone) => listClockChanges(zone, 2027).map((day) => ({ zone, day })));

  expect(cases.length).toBeGreaterThan(200);
  for (const { zone, day } of cases)
    for (let hour = 0; hour < 24; hour += 1) {
      const weekday = new Date(day).getUTCDay() || 7;
      const due = { ...schedule, weekday, hour, timeZone: zone };
      const { at } = findNextSending(due, new Date(Date.parse(day) - 2 * 86_400_000));
      const local = Date.parse(day) + hour * 3_600_000;
      const label = `${zone} ${day} ${hour}`;

      expect(toLocal(zone, at), label).toBeGreaterThanOrEqual(local);
      for (let earlier = 1; earlier <= 12; earlier += 1)
        expect(toLocal(zone, new Date(at.getTime() - earlier * 900_000)), label).toBeLessThan(local);
      expect(findNextSending(due, at).at.getTime() - at.getTime(), label).toBeGreaterThan(6 * 86_400_000);
    }
});

const toLocal = (zone: string, at: Date) => at.getTime() + offsetAt(zone, at);

/** Lists a year's local days on which a zone's clocks change, and their neighbours. */
function listClockChanges(zone: string, year: number): string[] {
  const found = new Set<string>();
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000)
    if (offsetAt(zone, new Date(at)) !== offsetAt(zone, new Date(at + 86_400_000)))
      for (const distance of [0, 86_400_000]) found.add(dayIn(zone, new Date(at + distance)));
  return [...found];
}

it('covers the seven days before it, or the whole previous month', () => {
  expect(toDigestRange({ cadence: 'weekly' }, '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(toDigestRange({ cadence: 'monthly' }, '2027-01-28')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(toDigestRange({ cadence: 'monthly' }, '2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});

it('covers every day once across digests', () => {
  fc.assert(
    fc.property(
      fc.record({
        weekday: fc.integer({ min: 1, max: 7 }),
        monthDay: fc.integer({ min: 1, max: 28 }),
        hour: fc.integer({ min: 0, max: 23 }),
        cadence: fc.constantFrom('weekly' as const, 'monthly' as const),
        timeZone: fc.constantFrom('Europe/Berlin', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Apia'),
      }),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      (chosen, now) => {
        const times = { ...schedule, ...chosen };
        const next = findNextSending(times, now);
        const following = findNextSending(times, next.at);
        expect(next.at > now).toBe(true);
        expect(dayIn(times.timeZone, next.at)).toBe(next.day);
        expect(toDigestRange(times, following.day).from).toBe(addDays(toDigestRange(times, next.day).to, 1));
        expect(findEarlierSending(times, { now: following.at, back: 1 })).toEqual(next);
      },
    ),
  );
});
