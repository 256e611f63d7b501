import { describe, expect, it } from 'vitest';
import { approximate } from '../analytics.fixtures.ts';
import { followerHeadline, findLeader } from './headline.ts';

const comparison = { days: 7, of: 7, noDataBefore: null };
const card = { change: 12, current: 112, approx: null, comparison, series: [] };
const series = (...values: (number | null)[]) =>
  values.map((value, index) => ({ date: `2026-11-1${index}`, value, isClosed: true }));

describe('headline', () => {
  it('says by how many people the audience grew or shrank', () => {
    expect(followerHeadline(card)).toMatchObject({ kind: 'grew', people: 12, approx: null });
    expect(followerHeadline({ ...card, change: -3 })).toMatchObject({ kind: 'shrank', people: 3 });
    expect(followerHeadline({ ...card, change: 0 })).toMatchObject({ kind: 'held', people: 112 });
  });

  it('marks an approximate value', () => {
    const { approx } = approximate('day_not_closed');

    expect(followerHeadline({ ...card, approx })).toMatchObject({ kind: 'grew', people: 12, approx });
  });

  it('states the size alone without a comparison', () => {
    expect(followerHeadline({ ...card, change: null })).toMatchObject({ kind: 'size', people: 112 });
  });

  it('is absent without data', () => {
    expect(followerHeadline(undefined)).toBeNull();
    expect(followerHeadline({ ...card, current: 0 })).toBeNull();
  });
});

describe('leading account', () => {
  it('is the one with the largest total, with its share and its best day', () => {
    const perAccount = { a: series(1, 2), b: series(6, 1) };

    expect(findLeader({ perAccount }, [{ _id: 'a' }, { _id: 'b' }])).toEqual({
      accountId: 'b',
      share: 70,
      bestDay: '2026-11-10',
      soFar: false,
    });
  });

  it('covers only closed days while one is running', () => {
    const running = { date: '2026-11-12', value: 900, isClosed: false };
    const perAccount = { a: [...series(1, 2), running], b: [...series(6, 1), { ...running, value: null }] };

    expect(findLeader({ perAccount }, [{ _id: 'a' }, { _id: 'b' }])).toEqual({
      accountId: 'b',
      share: 70,
      bestDay: '2026-11-10',
      soFar: true,
    });
  });

  it('is null while a day is missing or nothing happened', () => {
    expect(findLeader({ perAccount: { a: series(1, null) } }, [{ _id: 'a' }])).toBeNull();
    expect(findLeader({ perAccount: { a: series(0, 0) } }, [{ _id: 'a' }])).toBeNull();
    expect(findLeader({ perAccount: {} }, [])).toBeNull();
  });
});
