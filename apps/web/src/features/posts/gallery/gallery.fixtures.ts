import type { GalleryPost, PostGallery } from '@tidemark/contract';
import { account } from '#web/features/metrics/render-analytics.fixtures.tsx';

export const post: GalleryPost = {
  mediaId: 'm1',
  accountId: account._id,
  mediaType: 'reel',
  timestamp: '2026-11-20T12:00:00.000Z',
  caption: 'What’s in the box today',
  pictureUrl: null,
  metrics: {
    views: 28_064,
    reach: 18_112,
    interactions: 1_237,
    engagementRate: 6.83,
    likes: 900,
    comments: 37,
    saved: 200,
    shares: 100,
    follows: null,
  },
  usual: { median: 13_364, posts: 12, isOfFormat: true },
  timesUsual: 2.1,
};

/** Returns a post with another ID and some other values. */
export function toOtherPost(mediaId: string, change: Partial<Omit<GalleryPost, 'mediaId'>> = {}): GalleryPost {
  return { ...post, ...change, mediaId };
}

const group = { posts: 12, median: 13_364, timesUsual: 1.2 };

export const gallery: PostGallery = {
  posts: [post, toOtherPost('m2', { caption: '', metrics: { ...post.metrics, views: null }, timesUsual: null })],
  total: 2,
  published: 20,
  matching: 2,
  young: 0,
  best: post,
  leader: { format: 'REEL', ratio: 1.5, low: 1.3, high: 1.8 },
  formats: [
    { format: 'REEL', ...group },
    { format: 'POST', posts: 3, median: 900, timesUsual: null },
  ],
  weekdays: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, posts: weekday, median: 1_000, timesUsual: null })),
  hashtags: [{ hashtag: 'bread', ...group, medianWithout: 9_000 }],
};
