import { describe, expect, it } from 'vitest';
import { type AdviceCell, countAdvised, toOpportunities } from './opportunities.ts';

const cell = (change: Partial<AdviceCell> = {}): AdviceCell => ({
  kind: 'post',
  weekday: 1,
  media: 4,
  reach: 400,
  interactions: 40,
  ...change,
});
const kinds = (cells: AdviceCell[]) => toOpportunities(cells).map(({ kind }) => kind);

it('says nothing on fewer than eight posts, whatever they brought', () => {
  for (let media = 0; media < 8; media += 1)
    for (const kind of ['reel', 'post', 'story'] as const)
      expect(toOpportunities([cell({ kind, media, reach: 1e6, interactions: 1e5 })])).toEqual([]);
  expect(toOpportunities([cell({ media: 4 }), cell({ kind: 'reel', media: 3 })])).toEqual([]);
});

it('does not count stories as posts, nor posts as stories', () => {
  expect(kinds([cell({ media: 7 }), cell({ kind: 'story', media: 7 })])).toEqual([]);
  expect(countAdvised([cell(), cell({ kind: 'story', media: 3 })])).toEqual({ posts: 4, stories: 3 });
});

it("sets the reels' share of reach beside their share of posts", () => {
  const [share] = toOpportunities([cell({ media: 9, reach: 400 }), cell({ kind: 'reel', media: 3, reach: 600 })]);

  expect(share).toEqual({ kind: 'reels_share', posts: 12, reels: 3, reachShare: 0.6, postShare: 0.25 });
});

describe('the best day', () => {
  it('is the weekday whose posts stir most on average, not in sum', () => {
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

  it('is not one post that was lucky, nor the only day there is', () => {
    const lucky = [cell({ media: 9 }), cell({ weekday: 5, media: 1, interactions: 9000 })];

    expect(kinds(lucky)).not.toContain('best_day');
    expect(kinds([cell({ media: 9 })])).not.toContain('best_day');
    expect(
      kinds([cell({ media: 5, interactions: 50 }), cell({ weekday: 2, media: 5, interactions: 50 })]),
    ).not.toContain('best_day');
  });
});

it('tells what stories add to what people do', () => {
  const story = toOpportunities([
    cell({ media: 10, interactions: 90 }),
    cell({ kind: 'story', media: 30, reach: 3000, interactions: 10 }),
  ]).find(({ kind }) => kind === 'story_interactions');

  expect(story).toMatchObject({ stories: 30, interactions: 10, interactionShare: 0.1, mediaShare: 0.75 });
});

it('never makes a number of nothing', () => {
  const nobody = [cell({ media: 20, reach: 0, interactions: 0 }), cell({ kind: 'story', media: 20, reach: 0 })];

  expect(toOpportunities(nobody.map((one) => ({ ...one, interactions: 0 })))).toEqual([]);
});
