import type { Peer, PeerComparison, PublicFigures } from '@tidemark/contract';

export const figures: PublicFigures = {
  followers: 1_800,
  follows: 90,
  posts: 120,
  growth: [
    { days: 7, change: 18, percent: 1, missing: null },
    { days: 30, change: 72, percent: 4.2, missing: null },
    { days: 90, change: -40, percent: -2.2, missing: null },
  ],
  postsPerWeek: { value: 1.5, missing: null },
  likesPerPost: { value: 64, missing: null },
  commentsPerPost: { value: 3, missing: null },
  viewsPerPost: { value: 1_250, missing: null },
  engagementPerFollower: { value: 3.72, missing: null },
  countedPosts: 24,
  hiddenLikes: 0,
  history: [
    { day: '2026-11-20', followers: 1_790 },
    { day: '2026-11-21', followers: 1_800 },
  ],
};

export const peer = (username: string, change: Partial<Peer> = {}): Peer => ({
  id: `00000000-0000-4000-8000-${username.length.toString().padStart(12, '0')}`,
  username,
  name: username,
  biography: null,
  state: 'ok',
  since: null,
  addedAt: '2026-11-20T10:00:00.000Z',
  measuredAt: '2026-11-21T10:00:00.000Z',
  figures,
  ...change,
});

const rank = { percentile: 67, peers: 3 };
export const comparison: PeerComparison = {
  accountId: '17841400000001',
  own: figures,
  peers: [peer('harbour.kitchen'), peer('the.larder'), peer('bread')],
  ranks: {
    followers: rank,
    growth: { percentile: 100, peers: 3 },
    postsPerWeek: rank,
    likesPerPost: null,
    commentsPerPost: rank,
    viewsPerPost: rank,
    engagementPerFollower: rank,
  },
  used: 3,
  limit: 10,
  requestsPerDay: 3,
};
