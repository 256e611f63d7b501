import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RecommendationCell, countBasis, toOpportunities } from './opportunities.ts';

/** Media of one kind and weekday that share their reach and interactions equally. */
const cell = (change: Partial<RecommendationCell> = {}): RecommendationCell => {
  const { media = 4, reach = 400, interactions = 40 } = change;
  const logs = (total: number) => Math.log1p(media === 0 ? 0 : total / media);
  return {
    kind: 'post',
    weekday: 1,
    media,
    reach,
    interactions,
    squares: 0,
    reachLogs: media * logs(reach),
    reachLogSquares: media * logs(reach) ** 2,
    interactionLogs: media * logs(interactions),
    interactionLogSquares: media * logs(interactions) ** 2,
    ...change,
  };
};
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
/** Posts of one weekday with these interactions each. */
const posts = (weekday: number, ...interactions: number[]) =>
  cell({
    weekday,
    media: interactions.length,
    interactions: sum(interactions),
    squares: sum(interactions.map((count) => count ** 2)),
    interactionLogs: sum(interactions.map((count) => Math.log1p(count))),
    interactionLogSquares: sum(interactions.map((count) => Math.log1p(count) ** 2)),
  });
/** Media of one kind with this reach each. */
const reached = (kind: RecommendationCell['kind'], ...reach: number[]) =>
  cell({
    kind,
    media: reach.length,
    reach: sum(reach),
    reachLogs: sum(reach.map((count) => Math.log1p(count))),
    reachLogSquares: sum(reach.map((count) => Math.log1p(count) ** 2)),
  });
const kinds = (cells: RecommendationCell[]) => toOpportunities(cells).map(({ kind }) => kind);

it('returns nothing for fewer than eight posts', () => {
  for (let media = 0; media < 8; media += 1)
    for (const kind of ['reel', 'post', 'story'] as const)
      expect(toOpportunities([cell({ kind, media, reach: 1e6, interactions: 1e5 })])).toEqual([]);
  expect(toOpportunities([cell({ media: 4 }), cell({ kind: 'reel', media: 3 })])).toEqual([]);
});

it('counts stories and posts separately', () => {
  expect(kinds([cell({ media: 7 }), cell({ kind: 'story', media: 7 })])).toEqual([]);
  expect(countBasis([cell(), cell({ kind: 'story', media: 3 })])).toEqual({ posts: 4, stories: 3 });
});

it('compares the reels’ share in reach with their share in posts', () => {
  const [share] = toOpportunities([cell({ media: 12, reach: 400 }), cell({ kind: 'reel', media: 4, reach: 600 })]);

  expect(share).toMatchObject({ kind: 'reels_share', posts: 16, reels: 4, reachShare: 0.6, postShare: 0.25 });
});

it("compares a typical reel's reach with a typical other post's, and omits chance differences", () => {
  const find = (cells: RecommendationCell[]) => toOpportunities(cells).find(({ kind }) => kind === 'reels_share');
  const others = reached('post', 90, 100, 110, 100, 95, 105);

  const better = find([others, reached('reel', 190, 200, 210, 200)]);
  const worse = find([others, reached('reel', 45, 50, 55, 50)]);

  expect(better?.kind === 'reels_share' && better.difference?.percent).toBeCloseTo(99.3, 0);
  expect(better?.kind === 'reels_share' && better.difference?.low).toBeGreaterThan(80);
  expect(worse?.kind === 'reels_share' && worse.difference?.high).toBeLessThan(-40);
  expect(find([others, reached('reel', 20, 400, 60, 150)])).toBeUndefined();
  // One viral reel among ordinary ones.
  expect(find([others, reached('reel', 95, 100, 105, 90_000)])).toBeUndefined();
  expect(find([cell({ media: 9 })])).toMatchObject({ difference: null });
});

describe('best day', () => {
  const findDay = (cells: RecommendationCell[]) => toOpportunities(cells).find(({ kind }) => kind === 'best_day');

  it('is the weekday with the highest average engagement, compared with the other weekdays', () => {
    const day = findDay([posts(1, 18, 20, 22, 20, 18, 22, 20, 20), posts(4, 48, 52, 50, 50)]);

    expect(day).toMatchObject({
      weekday: 'Thursday',
      postsThatDay: 4,
      interactionsThatDay: 50,
      interactionsOtherDays: 20,
    });
    expect(day?.kind === 'best_day' && day.difference.low).toBeGreaterThan(100);
    expect(day?.kind === 'best_day' && day.difference.high).toBeLessThan(200);
  });

  it('is not based on three posts, a single outlier or the only weekday with posts', () => {
    const usual = posts(1, 18, 20, 22, 20, 18, 22, 20, 20);

    expect(findDay([usual, posts(5, 95, 90, 100)])).toBeUndefined();
    expect(findDay([usual, posts(5, 10, 12, 9, 9000)])).toBeUndefined();
    expect(findDay([usual])).toBeUndefined();
    expect(findDay([posts(1, 10, 10, 10, 10), posts(2, 10, 10, 10, 10)])).toBeUndefined();
  });

  it('is never a difference that chance explains', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 });
    const mean = (values: number[]) => sum(values) / values.length;
    const error = (values: number[]) =>
      values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1) / values.length;
    fc.assert(
      fc.property(fc.array(counts, { minLength: 7, maxLength: 7 }), (week) => {
        const day = findDay(week.map((values, weekday) => posts(weekday, ...values)));

        if (day?.kind !== 'best_day') return;
        // Two weekdays can have the same mean.
        const best = weekdays.indexOf(day.weekday);
        const others = week.filter((_, weekday) => weekday !== best).flat();
        expect(day.postsThatDay).toBeGreaterThanOrEqual(4);
        expect(day.interactionsThatDay - day.interactionsOtherDays).toBeGreaterThan(
          2.4 * Math.sqrt(error(week[best] ?? []) + error(others)),
        );
      }),
    );
  });
});

it('compares reels with other posts only if there are at least four of each', () => {
  expect(kinds([cell({ media: 12 }), cell({ kind: 'reel', media: 3 })])).not.toContain('reels_share');
  expect(kinds([cell({ media: 3 }), cell({ kind: 'reel', media: 12 })])).not.toContain('reels_share');
  expect(kinds([cell({ media: 12 })])).toContain('reels_share');
});

it('compares engagement with stories and posts', () => {
  const story = toOpportunities([
    cell({ media: 10, interactions: 90 }),
    cell({ kind: 'story', media: 30, reach: 3000, interactions: 10 }),
  ]).find(({ kind }) => kind === 'story_interactions');

  expect(story).toMatchObject({ stories: 30, interactions: 10, interactionShare: 0.1, mediaShare: 0.75 });
  expect(story?.kind === 'story_interactions' && story.perStory.mean).toBeCloseTo(1 / 3);
});

it('never returns NaN', () => {
  const nobody = [cell({ media: 20, reach: 0, interactions: 0 }), cell({ kind: 'story', media: 20, reach: 0 })];

  expect(toOpportunities(nobody.map((one) => ({ ...one, interactions: 0 })))).toEqual([]);
});
