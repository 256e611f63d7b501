import { comparedPosts, dayMillis } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPresentLevel } from './level-trend.ts';
import { type CurvedPost, listCompared, toPostScore } from './post-score.ts';
import { createNormal, createRandom } from './random.fixtures.ts';

const weekly = 7 * dayMillis;
const start = Date.parse('2025-03-01T12:00:00Z');

/** Makes an account's posts with this monthly growth and otherwise nothing special. */
function makePosts(random: () => number, { growth, count }: { growth: number; count: number }): CurvedPost[] {
  const normal = createNormal(random);
  return Array.from({ length: count }, (_, index) => {
    const publishedAt = new Date(start + index * weekly);
    const level = (Math.log(1 + growth) * index * 7) / 30;
    const views = Math.round(Math.exp(7 + level + 0.6 * normal() + (random() < 0.03 ? 2 : 0)));
    const totals = { views, reach: null, total_interactions: null };
    const curves = { views: [{ ageMinutes: 2_880, value: views }], reach: [], total_interactions: [] };
    const observedAt = new Date(publishedAt.getTime() + 2 * dayMillis);
    return { mediaId: `${index}`, publishedAt, observedAt, isStory: false, isCollaboration: false, totals, curves };
  });
}

describe('ordinary posts', () => {
  const score = (growth: number, count: number) => {
    const random = createRandom(11);
    return Array.from({ length: 800 }, () => {
      const posts = makePosts(random, { growth, count: count + 1 });
      const post = posts.at(-1) as CurvedPost;
      return toPostScore(post, listCompared(post, posts), 'views').percentile ?? Number.NaN;
    });
  };

  it.each([
    { growth: 0.1, count: comparedPosts },
    { growth: -0.1, count: comparedPosts },
    { growth: 0.1, count: 12 },
    { growth: 0, count: comparedPosts },
  ])('score 45 to 55 in an account that changes by $growth a month, after $count posts', ({ growth, count }) => {
    const scores = score(growth, count);

    const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
    expect(mean).toBeGreaterThan(45);
    expect(mean).toBeLessThan(55);
    const top = scores.filter((one) => one > 90).length / scores.length;
    expect(top).toBeGreaterThan(0.05);
    // With 12 posts, two places out of 13 are above 90 %.
    expect(top).toBeLessThan(2 / count + 0.08);
  });
});

describe('young post without comparable posts', () => {
  const young = (count: number, views: number) => {
    const before = makePosts(createRandom(5), { growth: 0, count }).map((post) => ({
      ...post,
      curves: { views: [], reach: [], total_interactions: [] },
    }));
    const last = makePosts(createRandom(5), { growth: 0, count: count + 1 }).at(-1) as CurvedPost;
    const post = { ...last, totals: { ...last.totals, views } };
    return toPostScore(post, listCompared(post, before), 'views');
  };

  it('is ranked among the totals of earlier posts', () => {
    expect(young(20, 1e9)).toMatchObject({
      percentile: null,
      missing: 'not_enough_posts',
      soFar: { percentile: 100, posts: 20, ageMinutes: 2_880 },
    });
    expect(young(20, 0).soFar?.percentile).toBe(0);
  });

  it('has no rank among too few posts', () => {
    expect(young(9, 1e9)).toMatchObject({ percentile: null, soFar: null });
  });
});

describe('current level', () => {
  it("raises a growing account's posts, the oldest most, and reports the shift", () => {
    const { values, change } = toPresentLevel([800, 400, 200, 100]);

    expect(change).toBeCloseTo(1_500, -2);
    for (const value of values) expect(value / 1_600).toBeCloseTo(1, 1);
  });

  it('leaves posts unchanged without growth, and omits unknown values', () => {
    expect(toPresentLevel([5, 5, null, 5])).toEqual({
      values: [5, 5, 5].map((value) => expect.closeTo(value, 9) as number),
      change: 0,
    });
    expect(toPresentLevel([])).toEqual({ values: [], change: 0 });
    expect(toPresentLevel([null, 7])).toMatchObject({ values: [expect.closeTo(7, 9)], change: 0 });
  });

  it('is not affected by a viral post', () => {
    const flat = Array.from({ length: 20 }, (_, index) => 100 + (index % 3));

    expect(Math.abs(toPresentLevel([90_000, ...flat]).change)).toBeLessThan(5);
  });

  it('is never negative and keeps the order of any values', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat({ max: 1e9 })), { maxLength: 40 }), (some) => {
        const { values, change } = toPresentLevel(some);
        expect(values).toEqual(values.toSorted((one, other) => one - other));
        expect(values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
        expect(Number.isFinite(change)).toBe(true);
      }),
    );
  });
});
