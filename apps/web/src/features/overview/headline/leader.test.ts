import { describe, expect, it } from 'vitest';
import { findLeader } from './leader.ts';

const series = (...values: (number | null)[]) =>
  values.map((value, index) => ({ date: `2026-11-1${index}`, value, isClosed: true }));

describe('leading account', () => {
  it('has the largest total, with its share and best day', () => {
    const perAccount = { a: series(1, 2), b: series(6, 1) };

    expect(findLeader({ perAccount }, ['a', 'b'])).toEqual({
      accountId: 'b',
      share: 70,
      bestDay: '2026-11-10',
      bestDayShare: null,
      soFar: false,
    });
  });

  it('has the share of a best day with at least twice an average day’s views', () => {
    expect(findLeader({ perAccount: { a: series(1, 6, 2, 1) } }, ['a'])?.bestDayShare).toBe(60);
    expect(findLeader({ perAccount: { a: series(1, 4, 2, 2) } }, ['a'])?.bestDayShare).toBeNull();
    expect(findLeader({ perAccount: { a: series(9) } }, ['a'])?.bestDayShare).toBeNull();
  });

  it('covers only closed days while a day is running', () => {
    const running = { date: '2026-11-12', value: 900, isClosed: false };
    const perAccount = { a: [...series(1, 2), running], b: [...series(6, 1), { ...running, value: null }] };

    expect(findLeader({ perAccount }, ['a', 'b'])).toEqual({
      accountId: 'b',
      share: 70,
      bestDay: '2026-11-10',
      bestDayShare: null,
      soFar: true,
    });
  });

  it('is null while a day is missing or nothing happened', () => {
    expect(findLeader({ perAccount: { a: series(1, null) } }, ['a'])).toBeNull();
    expect(findLeader({ perAccount: { a: series(0, 0) } }, ['a'])).toBeNull();
    expect(findLeader({ perAccount: {} }, [])).toBeNull();
  });
});
