import { describe, expect, it } from 'vitest';
import { followerHeadline, leaderOf } from './headline.ts';

const card = { change: 12, current: 112, previous: 100, isApprox: false, series: [] };
const series = (...values: (number | null)[]) => values.map((value, index) => ({ date: `2026-11-1${index}`, value }));

describe('the headline', () => {
  it('says by how many people the audience grew or shrank', () => {
    expect(followerHeadline(card)).toEqual({ kind: 'grew', people: 12 });
    expect(followerHeadline({ ...card, change: -3 })).toEqual({ kind: 'shrank', people: 3 });
    expect(followerHeadline({ ...card, change: 0 })).toEqual({ kind: 'held', people: 112 });
  });

  it('says nothing that is not certain', () => {
    expect(followerHeadline(undefined)).toBeNull();
    expect(followerHeadline({ ...card, isApprox: true })).toBeNull();
    expect(followerHeadline({ ...card, previous: 0 })).toBeNull();
  });
});

describe('the leading account', () => {
  it('is the one with most, with its share and its best day', () => {
    const perAccount = { a: series(1, 2), b: series(6, 1) };

    expect(leaderOf({ perAccount }, [{ _id: 'a' }, { _id: 'b' }])).toEqual({
      accountId: 'b',
      share: 70,
      bestDay: '2026-11-10',
    });
  });

  it('is nobody while a day is missing or nothing happened', () => {
    expect(leaderOf({ perAccount: { a: series(1, null) } }, [{ _id: 'a' }])).toBeNull();
    expect(leaderOf({ perAccount: { a: series(0, 0) } }, [{ _id: 'a' }])).toBeNull();
    expect(leaderOf({ perAccount: {} }, [])).toBeNull();
  });
});
