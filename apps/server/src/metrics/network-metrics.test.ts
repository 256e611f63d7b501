import { expect, it } from 'vitest';
import { networkMetrics } from './network-metrics.ts';

it('lists what Bluesky has, by the rows that name it', () => {
  expect(networkMetrics.bluesky_account).toEqual({
    cards: ['followers', 'follower-growth-rate', 'total_interactions', 'post-activity'],
    posts: ['total_interactions', 'likes', 'comments', 'shares', 'reposts'],
  });
});
