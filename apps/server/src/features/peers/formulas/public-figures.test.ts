import { addDays, dayMillis, listDays } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, type PublicAccount, toPublicFigures, toRank } from './public-figures.ts';

const measuredAt = new Date('2026-11-21T12:00:00Z');
const today = '2026-11-21';
const ago = (days: number) => new Date(measuredAt.getTime() - days * dayMillis);
const post = (daysAgo: number, likes: number | null, comments: number | null = 1) => ({
  publishedAt: ago(daysAgo),
  likes,
  comments,
  views: null as number | null,
});
const account = (more: Partial<PublicAccount>): PublicAccount => ({
  followers: 1_000,
  follows: 10,
  posts: 100,
  history: [],
  newest: [],
  measuredAt,
  ...more,
});
const history = (days: number, from = 1_000, perDay = 10) =>
  listDays(addDays(today, -days), today).map((day, index) => ({ day, followers: from + index * perDay }));
const growthOf = (given: PublicAccount) =>
  Object.fromEntries(toPublicFigures(given).growth.map(({ days, ...growth }) => [days, growth]));

describe('growth', () => {
  it("is the newest count minus the count at the period's start, absolute and in percent", () => {
    expect(growthOf(account({ history: history(90) }))).toEqual({
      7: { change: 70, percent: 3.83, missing: null },
      30: { change: 300, percent: 18.75, missing: null },
      90: { change: 900, percent: 90, missing: null },
    });
  });

  it('reports a history that is too short instead of a shorter growth', () => {
    const growth = growthOf(account({ history: history(6) }));

    expect(growth[7]).toEqual({ change: null, percent: null, missing: 'history_too_short' });
    expect(growthOf(account({ history: history(7) }))[7]).toMatchObject({ change: 70 });
  });

  it('starts up to three days earlier if a day is missing', () => {
    const without = (gap: number) =>
      history(40).filter(({ day }) => day > addDays(today, -7) || day <= addDays(today, -7 - gap));

    expect(growthOf(account({ history: without(3) }))[7]).toMatchObject({ change: 100, missing: null });
    expect(growthOf(account({ history: without(4) }))[7]).toMatchObject({ change: null, missing: 'day_missing' });
  });

  it('has no percentage of zero', () => {
    expect(growthOf(account({ history: history(7, 0) }))[7]).toEqual({ change: 70, percent: null, missing: null });
  });
});

describe('posts', () => {
  it('have a median of views if Instagram reports views, and otherwise report it missing', () => {
    const viewed = [3, 4, 5, 6].map((daysAgo) => ({ ...post(daysAgo, 1), views: daysAgo * 100 }));
    const viewsOf = (newest: typeof viewed) => toPublicFigures(account({ newest })).viewsPerPost;

    expect(viewsOf(viewed)).toEqual({ value: 450, missing: null });
    expect(viewsOf(viewed.slice(0, 2))).toEqual({ value: null, missing: 'too_few_posts' });
    expect(toPublicFigures(account({ newest: [post(3, 1), post(4, 1), post(5, 1)] })).viewsPerPost).toEqual({
      value: null,
      missing: 'not_reported',
    });
  });

  it('are excluded from medians for two days, but count as published', () => {
    const figures = toPublicFigures(account({ newest: [post(0.5, 2), post(3, 100), post(4, 300), post(5, 200)] }));

    expect(figures).toMatchObject({ countedPosts: 3, hiddenLikes: 0, likesPerPost: { value: 200, missing: null } });
    expect(figures.postsPerWeek.value).toBe(1);
  });

  it('with hidden likes are excluded, and counted', () => {
    const figures = toPublicFigures(
      account({ newest: [post(3, null, 9), post(4, 30, 3), post(5, 10, 1), post(6, 20, 2), post(7, null, 8)] }),
    );

    expect(figures).toMatchObject({
      countedPosts: 5,
      hiddenLikes: 2,
      likesPerPost: { value: 20, missing: null },
      commentsPerPost: { value: 3, missing: null },
      engagementPerFollower: { value: 2.2, missing: null },
    });
  });

  it('still have comments without visible likes', () => {
    const figures = toPublicFigures(account({ newest: [post(3, null, 9), post(4, null, 3), post(5, null, 4)] }));

    expect(figures.likesPerPost).toEqual({ value: null, missing: 'likes_hidden' });
    expect(figures.engagementPerFollower).toEqual({ value: null, missing: 'likes_hidden' });
    expect(figures.commentsPerPost.value).toBe(4);
  });

  it('are too few below three', () => {
    expect(toPublicFigures(account({ newest: [post(3, 9), post(4, 8)] })).likesPerPost).toEqual({
      value: null,
      missing: 'too_few_posts',
    });
  });

  it("are counted over the time covered by a busy account's newest 25", () => {
    const newest = Array.from({ length: 25 }, (_, index) => post(index * 0.25 + 0.25, 5));

    expect(toPublicFigures(account({ newest })).postsPerWeek.value).toBeCloseTo(28, 5);
  });

  it('are zero a week for a quiet account', () => {
    expect(toPublicFigures(account({ newest: [post(60, 5)] })).postsPerWeek.value).toBe(0);
  });
});

describe('rank among peers', () => {
  it("needs three peers with a value, and the account's own value", () => {
    expect(toRank(5, [1, 2])).toBeNull();
    expect(toRank(5, [1, 2, null])).toBeNull();
    expect(toRank(null, [1, 2, 3])).toBeNull();
    expect(toRank(5, [1, 2, 9])).toEqual({ percentile: 67, peers: 3 });
    expect(toRank(5, [5, 5, 5])).toEqual({ percentile: 50, peers: 3 });
  });

  it("lies between 0 and 100, and never falls when the account's value rises", () => {
    const values = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 3, maxLength: 50 });
    fc.assert(
      fc.property(values, fc.nat(1_000), fc.nat(1_000), (peers, own, more) => {
        const [lower, higher] = [toRank(own, peers), toRank(own + more, peers)];

        expect(lower?.percentile).toBeGreaterThanOrEqual(0);
        expect(higher?.percentile).toBeLessThanOrEqual(100);
        expect(higher?.percentile).toBeGreaterThanOrEqual(lower?.percentile ?? 0);
      }),
    );
  });
});

it('gives a median at most half of the values above and below it', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 40 }), (values) => {
      const middle = median(values);

      expect(values.filter((value) => value < middle).length * 2).toBeLessThanOrEqual(values.length);
      expect(values.filter((value) => value > middle).length * 2).toBeLessThanOrEqual(values.length);
    }),
  );
});

it('keeps public metrics per post independent of post order and account size', () => {
  const posts = fc.array(fc.record({ age: fc.integer({ min: 2, max: 60 }), likes: fc.nat(10_000) }), {
    minLength: 3,
    maxLength: 25,
  });
  fc.assert(
    fc.property(posts, fc.integer({ min: 1, max: 1_000_000 }), (made, followers) => {
      const newest = made.map(({ age, likes }) => post(age, likes, 0));
      const figures = toPublicFigures(account({ followers, newest }));

      expect(toPublicFigures(account({ followers, newest: newest.toReversed() }))).toEqual(figures);
      const expected = ((figures.likesPerPost.value ?? 0) / followers) * 100;
      expect(figures.engagementPerFollower.value).toBeCloseTo(expected, 2);
    }),
  );
});
