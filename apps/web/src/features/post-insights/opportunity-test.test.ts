import type { Opportunity } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { toTest } from './opportunity-test.ts';

const reels = (change: object) =>
  ({ kind: 'reels_share', posts: 20, reels: 8, reachShare: 0.6, postShare: 0.4, difference: null, ...change }) as const;
const difference = (percent: number) => ({ percent, low: percent - 5, high: percent + 5 });

it.each<[string, Opportunity, object]>([
  ['posting more reels', reels({ difference: difference(50) }), { metric: 'reach', rule: { formats: ['reel'] } }],
  ['the first reel', reels({ reels: 0 }), { metric: 'reach', rule: { formats: ['reel'] } }],
  ['another format', reels({ reels: 20 }), { metric: 'reach', rule: { formats: ['carousel', 'static'] } }],
  ['another opening of reels', reels({ difference: difference(-50) }), { metric: 'reach', rule: null }],
  [
    'a weekday',
    {
      kind: 'best_day',
      posts: 30,
      weekday: 'Wednesday',
      postsThatDay: 6,
      interactionsThatDay: 9,
      interactionsOtherDays: 3,
      difference: difference(80),
    },
    { metric: 'total_interactions', rule: { weekdays: [3] } },
  ],
  [
    'stories',
    {
      kind: 'story_interactions',
      stories: 9,
      interactions: 90,
      reach: 900,
      interactionShare: 0.1,
      mediaShare: 0.5,
      perStory: { mean: 10, low: 8, high: 12 },
    },
    { metric: 'total_interactions', rule: null },
  ],
])('tests %s by rule if posts reveal it, otherwise by hand', (_, opportunity, test) => {
  expect(toTest(opportunity)).toEqual(test);
});
