import { describe, expect, it } from 'vitest';
import { type BandDays, findUnusualDay } from './unusual-day.ts';

const last = 70;
/** Sundays have half of the other days. */
const usual = (day: number) => (day % 7 === 0 ? 500 : 1000) + ((day * 37) % 50);

function makeDays(change: (value: number, day: number) => number | null): BandDays {
  const toValues = (share: number) =>
    Array.from({ length: last + 1 }, (_, day) => change(Math.round(usual(day) * share), day));
  return { views: toValues(1), reach: toValues(0.8), interactions: toValues(0.1) };
}
const onLastDay = (factor: number) => makeDays((value, day) => (day === last ? Math.round(value * factor) : value));

describe('unusual day', () => {
  it('is compared with its own weekday', () => {
    expect(findUnusualDay(onLastDay(3), last)).toMatchObject({ direction: 'up' });
    expect(
      findUnusualDay(
        makeDays((value) => value),
        last,
      ),
    ).toBeNull();
    expect(findUnusualDay(onLastDay(0.3), last)?.direction).toBe('down');
  });

  it('needs two metrics on the same side', () => {
    const days = onLastDay(1);
    const views = days.views.map((value, day) => (day === last ? (value ?? 0) * 5 : value));

    expect(findUnusualDay({ ...days, views }, last)).toBeNull();
  });

  it('needs only one at a network that counts no other', () => {
    const onlyInteractions = ({ interactions }: BandDays) => {
      const unknown = interactions.map(() => null);
      return { views: unknown, reach: unknown, interactions };
    };

    expect(findUnusualDay(onlyInteractions(onLastDay(5)), last)).toMatchObject({ metric: 'interactions' });
    expect(findUnusualDay(onlyInteractions(onLastDay(1)), last)).toBeNull();
  });

  it('needs values and enough earlier days', () => {
    expect(
      findUnusualDay(
        makeDays((value, day) => (day === last ? null : value)),
        last,
      ),
    ).toBeNull();
    expect(
      findUnusualDay(
        makeDays((value, day) => (day === last ? value * 5 : day > 40 ? value : null)),
        last,
      ),
    ).toBeNull();
  });

  it('is not caused by gaps, which do not count', () => {
    const gaps = makeDays((value, day) => (day % 9 === 4 ? null : value));

    for (let day = 0; day <= last; day += 1) expect(findUnusualDay(gaps, day)).toBeNull();
  });

  it('is not found in a steadily growing account', () => {
    const growing = makeDays((value, day) => Math.round(value * 1.03 ** day));

    for (let day = 0; day <= last; day += 1) expect(findUnusualDay(growing, day)).toBeNull();
  });

  it('needs a relevant difference', () => {
    const few = makeDays((value, day) => Math.round((value / 100) * (day === last ? 5 : 1)));

    expect(findUnusualDay(few, last)).toBeNull();
  });
});
