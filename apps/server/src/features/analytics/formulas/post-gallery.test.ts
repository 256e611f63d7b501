import { minPostsForMedian, pickedPosts, type PostFormat } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBest, type GalleryPostFacts, listInOrder, toGroups, toMetricValue } from './post-gallery.ts';
import { missingCounts } from './known-counts.ts';
import { toTimesUsual, toUsualResults } from './usual-result.ts';

const now = new Date('2026-11-18T12:00:00Z');
const hour = 3_600_000;

let made = 0;
function make(value: number | null, part: Partial<GalleryPostFacts & { hoursOld: number }> = {}): GalleryPostFacts {
  const { hoursOld = 100, ...rest } = part;
  return {
    accountId: 'a',
    mediaId: `m${(made += 1)}`,
    format: 'REEL',
    publishedAt: new Date(now.getTime() - hoursOld * hour),
    weekday: 1,
    hashtags: [],
    value,
    ...rest,
  };
}
const many = (values: readonly number[], part: Partial<GalleryPostFacts> = {}) =>
  values.map((value) => make(value, part));
const values = (posts: readonly GalleryPostFacts[]) => posts.map(({ value }) => value);
const byMetric = { sort: { by: 'metric', direction: 'desc' }, pick: null, now } as const;

const anyPosts = fc.array(
  fc
    .record({
      value: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
      format: fc.constantFrom<PostFormat>('REEL', 'CAROUSEL', 'POST'),
      accountId: fc.constantFrom('a', 'b'),
      weekday: fc.integer({ min: 0, max: 6 }),
      hashtags: fc.subarray(['#bread', '#tea']),
      hoursOld: fc.integer({ min: 0, max: 500 }),
    })
    .map(({ value, ...part }) => make(value, part)),
);

describe('usual result', () => {
  it('is the median of the account’s posts in the same format', () => {
    const posts = [...many([1, 2, 3, 4, 100]), ...many([7, 7, 7, 7, 7], { format: 'POST' })];
    const reel = make(6);

    const usual = toUsualResults(posts).findForFormat(reel);

    expect(usual).toEqual({ median: 3, posts: 5, isOfFormat: true });
    expect(toTimesUsual(reel, usual)).toBe(2);
  });

  it('covers all formats if the format has too few posts', () => {
    const posts = [...many([10, 20]), ...many([30, 40, 50], { format: 'POST' })];

    expect(toUsualResults(posts).findForFormat(make(1))).toEqual({ median: 30, posts: 5, isOfFormat: false });
  });

  it('is unknown with too few posts, for another account and without values', () => {
    const posts = [...many([1, 2, 3, 4]), make(null), make(null)];

    const { findForFormat } = toUsualResults(posts);

    expect(findForFormat(make(1))).toBeNull();
    expect(findForFormat(make(1, { accountId: 'b' }))).toBeNull();
  });

  it('gives no ratio to a median of 0 or without a value', () => {
    const usual = { median: 0, posts: 5, isOfFormat: true };

    expect(toTimesUsual(make(3), usual)).toBeNull();
    expect(toTimesUsual(make(null), { ...usual, median: 2 })).toBeNull();
  });

  it('is exceeded by at most half of the posts it is based on', () => {
    fc.assert(
      fc.property(anyPosts, (posts) => {
        const { findForAccount } = toUsualResults(posts);
        for (const accountId of ['a', 'b']) {
          const own = posts.filter((post) => post.accountId === accountId && post.value !== null);
          const usual = findForAccount(make(1, { accountId }));
          expect(usual !== null).toBe(own.length >= minPostsForMedian);
          const above = own.filter(({ value }) => (value ?? 0) > (usual?.median ?? Infinity));
          expect(above.length).toBeLessThanOrEqual(own.length / 2);
        }
      }),
    );
  });
});

describe('order of posts', () => {
  it('puts posts without a value last in both directions', () => {
    const posts = [make(null), make(3), make(0), make(9)];

    expect(values(listInOrder(posts, byMetric))).toEqual([9, 3, 0, null]);
    expect(values(listInOrder(posts, { ...byMetric, sort: { by: 'metric', direction: 'asc' } }))).toEqual([
      0,
      3,
      9,
      null,
    ]);
  });

  it('shows the newest of equal posts first', () => {
    const posts = [make(5, { mediaId: 'old', hoursOld: 9 }), make(5, { mediaId: 'new', hoursOld: 1 })];

    expect(listInOrder(posts, byMetric).map(({ mediaId }) => mediaId)).toEqual(['new', 'old']);
  });

  it('goes by publishing time, whether or not a value is known', () => {
    const posts = [make(null, { mediaId: 'b', hoursOld: 2 }), make(9, { mediaId: 'a', hoursOld: 3 })];
    const list = (direction: 'asc' | 'desc') =>
      listInOrder(posts, { ...byMetric, sort: { by: 'published', direction } }).map(({ mediaId }) => mediaId);

    expect(list('desc')).toEqual(['b', 'a']);
    expect(list('asc')).toEqual(['a', 'b']);
  });

  it('keeps every post exactly once', () => {
    fc.assert(
      fc.property(anyPosts, fc.constantFrom('asc' as const, 'desc' as const), (posts, direction) => {
        const sorted = listInOrder(posts, { ...byMetric, sort: { by: 'metric', direction } });
        expect(new Set(sorted)).toEqual(new Set(posts));
        expect(sorted.length).toBe(posts.length);
      }),
    );
  });

  it('picks the best nine regardless of the sort order', () => {
    const posts = many([5, 1, 9, 2, 8, 3, 7, 4, 6, 10]);

    const best = listInOrder(posts, { ...byMetric, sort: { by: 'published', direction: 'asc' }, pick: 'best' });

    expect(values(best)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(best.length).toBe(pickedPosts);
  });

  it('picks the worst nine among posts that are at least 48 hours old and have a value', () => {
    const posts = [make(0, { hoursOld: 47 }), make(1, { hoursOld: 48 }), make(null), make(4)];

    expect(values(listInOrder(posts, { ...byMetric, pick: 'worst' }))).toEqual([1, 4]);
  });
});

describe('best post', () => {
  it('has the highest value', () => {
    expect(findBest([make(3), make(null), make(8), make(5)])?.value).toBe(8);
  });

  it('is missing if no post has a value above 0', () => {
    expect(findBest([make(0), make(null)])).toBeNull();
    expect(findBest([])).toBeNull();
  });
});

describe('groups', () => {
  it('compare formats with the account’s usual result', () => {
    const posts = [...many([40, 40, 40, 40, 40, 40]), ...many([10, 10, 10, 10, 10], { format: 'POST' })];

    const { formats } = toGroups(posts, posts, 'views');

    expect(formats).toEqual([
      { format: 'REEL', posts: 6, median: 40, timesUsual: 1 },
      { format: 'POST', posts: 5, median: 10, timesUsual: 0.25 },
    ]);
  });

  it('are fair to accounts of different sizes', () => {
    const large = { accountId: 'large', hashtags: ['#tea'] };
    const posts = [
      ...many([1000, 1000, 1000, 1000, 1000], large),
      ...many([10, 10, 10, 10, 10], { accountId: 'small' }),
    ];

    const { hashtags } = toGroups(posts, posts, 'views');

    expect(hashtags).toEqual([{ hashtag: 'tea', posts: 5, median: 1000, medianWithout: 10, timesUsual: 1 }]);
  });

  it('compare a hashtag with posts without it', () => {
    const posts = [...many([30, 30, 30, 30, 30, 30], { hashtags: ['#tea'] }), ...many([10, 10, 10, 10, 10])];

    const [tea] = toGroups(posts, posts, 'views').hashtags;

    expect(tea).toMatchObject({ hashtag: 'tea', posts: 6, median: 30, medianWithout: 10 });
    expect(tea?.timesUsual).toBeCloseTo(3);
  });

  it('leave out hashtags that were used once', () => {
    const posts = [make(1, { hashtags: ['#tea', '#once'] }), make(2, { hashtags: ['#tea'] })];

    expect(toGroups(posts, posts, 'views').hashtags.map(({ hashtag }) => hashtag)).toEqual(['tea']);
  });

  it('list seven weekdays, without a ratio for fewer than five posts', () => {
    const posts = [...many([1, 2, 3, 4], { weekday: 0 }), ...many([2, 4, 6, 8, 10], { weekday: 2 })];

    const { weekdays } = toGroups(posts, posts, 'views');

    expect(weekdays.map(({ weekday }) => weekday)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(weekdays[2]).toEqual({ weekday: 2, posts: 5, median: 6, timesUsual: 1.5 });
    expect(weekdays[0]).toEqual({ weekday: 0, posts: 4, median: 2.5, timesUsual: null });
    expect(weekdays[1]).toEqual({ weekday: 1, posts: 0, median: null, timesUsual: null });
  });

  it('name the format that clearly leads', () => {
    const posts = [...many([90, 100, 110, 95, 105]), ...many([48, 50, 52, 49, 51], { format: 'POST' })];

    const { leader } = toGroups(posts, posts, 'views');

    expect(leader?.format).toBe('REEL');
    expect(leader?.ratio).toBeCloseTo(2, 1);
    expect(leader?.low).toBeGreaterThan(1);
  });

  it('name no leading format with few posts or an unclear difference', () => {
    const few = [...many([90, 100, 110, 95]), ...many([48, 50, 52, 49, 51], { format: 'POST' })];
    const unclear = [...many([10, 200, 30, 150, 60]), ...many([12, 180, 40, 140, 50], { format: 'POST' })];

    expect(toGroups(few, few, 'views').leader).toBeNull();
    expect(toGroups(unclear, unclear, 'views').leader).toBeNull();
  });

  it('count every post with a value once in each table', () => {
    fc.assert(
      fc.property(anyPosts, (posts) => {
        const known = posts.filter(({ value }) => value !== null).length;
        const { formats, weekdays } = toGroups(posts, posts, 'views');
        const count = (rows: readonly { posts: number }[]) => rows.reduce((sum, row) => sum + row.posts, 0);
        expect(count(formats)).toBe(known);
        expect(count(weekdays)).toBe(known);
      }),
    );
  });
});

it('knows no engagement rate without reach or interactions', () => {
  expect(toMetricValue({ ...missingCounts, reach: 200, interactions: 10 }, 'engagementRate')).toBe(5);
  expect(toMetricValue({ ...missingCounts, reach: 0, interactions: 10 }, 'engagementRate')).toBeNull();
  expect(toMetricValue({ ...missingCounts, reach: 200 }, 'engagementRate')).toBeNull();
});
