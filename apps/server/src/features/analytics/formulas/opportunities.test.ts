import { describe, expect, it } from 'vitest';
import { type RecommendationCell, countBasis, toOpportunities } from './opportunities.ts';

const cell = (change: Partial<RecommendationCell> = {}): RecommendationCell => ({
  kind: 'post',
  weekday: 1,
  media: 4,
  reach: 400,
  interactions: 40,
  ...change,
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

it('compares the reels’ share of reach with their share of posts', () => {
  const [share] = toOpportunities([cell({ media: 9, reach: 400 }), cell({ kind: 'reel', media: 3, reach: 600 })]);

  expect(share).toEqual({ kind: 'reels_share', posts: 12, reels: 3, reachShare: 0.6, postShare: 0.25 });
});

describe('best day', () => {
  it('best day is the weekday with the highest average engagement, not the highest sum', () => {
    const day = toOpportunities([
      cell({ weekday: 1, media: 8, interactions: 160 }),
      cell({ weekday: 4, media: 2, interactions: 100 }),
    ]).find(({ kind }) => kind === 'best_day');

    expect(day).toMatchObject({
      weekday: 'Thursday',
      postsThatDay: 2,
      interactionsThatDay: 50,
      interactionsOverall: 26,
    });
  });

  it('best day is not based on a single post, nor on the only weekday with posts', () => {
    const lucky = [cell({ media: 9 }), cell({ weekday: 5, media: 1, interactions: 9000 })];

    expect(kinds(lucky)).not.toContain('best_day');
    expect(kinds([cell({ media: 9 })])).not.toContain('best_day');
    expect(
      kinds([cell({ media: 5, interactions: 50 }), cell({ weekday: 2, media: 5, interactions: 50 })]),
    ).not.toContain('best_day');
  });
});

it('compares engagement with stories and posts', () => {
  const story = toOpportunities([
    cell({ media: 10, interactions: 90 }),
    cell({ kind: 'story', media: 30, reach: 3000, interactions: 10 }),
  ]).find(({ kind }) => kind === 'story_interactions');

  expect(story).toMatchObject({ stories: 30, interactions: 10, interactionShare: 0.1, mediaShare: 0.75 });
});

it('never returns NaN', () => {
  const nobody = [cell({ media: 20, reach: 0, interactions: 0 }), cell({ kind: 'story', media: 20, reach: 0 })];

  expect(toOpportunities(nobody.map((one) => ({ ...one, interactions: 0 })))).toEqual([]);
});
