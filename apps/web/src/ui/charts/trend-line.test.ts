import { changeText, compareDay, comparedDayLabel, type TrendLine } from '@tidemark/presentation';
import { expect, it } from 'vitest';

const day = (value: number | null, isClosed = true) => ({ date: '2026-11-20', value, isClosed });
const line = (now: ReturnType<typeof day>, then?: ReturnType<typeof day>): TrendLine => ({
  id: 'a',
  name: 'Maya',
  picture: null,
  color: 'red',
  dashed: false,
  series: [now],
  previous: then ? [then] : null,
});

it('compares a day with the same position in the comparison period', () => {
  expect(compareDay(line(day(150), day(100)), 0)).toEqual({ earlier: day(100), percentChange: 50 });
  expect(compareDay(line(day(5), day(0)), 0)?.percentChange).toBe(100);
  expect(compareDay(line(day(0), day(0)), 0)?.percentChange).toBe(0);
});

it('compares nothing if a day is unknown', () => {
  expect(compareDay(line(day(150)), 0)).toBeNull();
  expect(compareDay(line(day(null), day(100)), 0)).toBeNull();
  expect(compareDay(line(day(150), day(null)), 0)).toBeNull();
  expect(compareDay(line(day(150), day(100)), 1)).toBeNull();
});

it('omits the change for the current day', () => {
  expect(compareDay(line(day(150, false), day(100)), 0)).toEqual({ earlier: day(100), percentChange: null });
});

it('shows changes with a sign', () => {
  expect([12.24, -5, 0, 0.04].map(changeText)).toEqual(['+12.2%', '−5.0%', '0%', '0%']);
});

it("adds a day's year only if it differs", () => {
  const short = (date: string) => date.slice(5);

  expect(comparedDayLabel('2026-11-13', '2026-11-20', short)).toBe('11-13');
  expect(comparedDayLabel('2025-11-20', '2026-11-20', short)).toBe('11-20, 2025');
});
