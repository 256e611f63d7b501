import { mediaMetricNames } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import {
  boundReach,
  byInteractions,
  type DeltaDay,
  type MeasuredRow,
  sumDeltaDays,
  toDailyMetrics,
  toFormats,
  toMeasured,
  toPreviousTotals,
  toTotals,
} from './media-aggregate.ts';
import { toRate, sumCounts, toCounts } from './known-counts.ts';
import { toProfileActivity, toStoryNavigation } from './reported-actions.ts';
import { isObservedFromStart } from './delta-reasons.ts';

function row(id: string, change: Partial<MeasuredRow> = {}): MeasuredRow {
  return {
    account_id: '1',
    media_id: id,
    product_type: 'FEED',
    media_type: 'IMAGE',
    caption: '',
    permalink: null,
    media_url: null,
    thumbnail_url: null,
    thumbnail_key: null,
    published_at: new Date('2026-11-10T12:00:00Z'),
    collaborators: [],
    published_day: '2026-11-10',
    first_observed_day: '2026-11-10',
    observed_day: '2026-11-20',
    is_final: false,
    is_refused: false,
    reach: 100,
    views: 200,
    likes: 5,
    comments: 1,
    saved: 1,
    shares: 1,
    interactions: 8,
    follows: 0,
    profile_visits: null,
    link_clicks: null,
    activity_bio_link: null,
    activity_call: null,
    activity_direction: null,
    activity_email: null,
    activity_text: null,
    activity_other: null,
    taps_forward: null,
    taps_back: null,
    exits: null,
    swipes_forward: null,
    ...change,
  };
}

function deltas(day: string, media: string, change: Partial<DeltaDay> = {}): DeltaDay {
  return { ...row(media), day, changed_posts: 1, first_media: media, ...change };
}

/** Yields pseudo-random numbers that are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ; yield state / 2 ** 32) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
}

describe('top post', () => {
  it('selects the same top post in any order of posts', () => {
    const random = numbers(7);
    const next = () => random.next().value ?? 0;
    for (let round = 0; round < 200; round += 1) {
      // Few distinct values, so that ties of every kind occur.
      const posts = Array.from({ length: 12 }, (_, index) =>
        row(String(1000 + index), {
          interactions: Math.floor(next() * 3),
          published_at: new Date(Date.UTC(2026, 10, 1 + Math.floor(next() * 2))),
        }),
      );
      const shuffled = posts
        .map((post) => ({ post, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ post }) => post);

      const [top] = shuffled.toSorted(byInteractions);

      expect(top).toEqual(posts.toSorted(byInteractions)[0]);
      for (const post of posts) expect(post.interactions).toBeLessThanOrEqual(top?.interactions ?? -1);
    }
  });

  it('ranks posts by interactions, then by later date, then by smaller ID', () => {
    const later = { published_at: new Date('2026-11-11T12:00:00Z') };
    const order = [row('b'), row('a'), row('c', later), row('d', { interactions: 9 })]
      .toSorted(byInteractions)
      .map(({ media_id }) => media_id);

    expect(order).toEqual(['d', 'c', 'a', 'b']);
  });
});

describe('sums of posts', () => {
  it('returns null when no post reports a metric and zero without posts', () => {
    expect(sumCounts([row('a', { likes: null }), row('b', { likes: null })]).likes).toBeNull();
    expect(sumCounts([row('a', { likes: null }), row('b')]).likes).toBe(5);
    expect(sumCounts([]).likes).toBe(0);
  });

  it('never returns NaN as a rate', () => {
    expect(toRate({ reach: 0, interactions: 8 })).toBe(0);
    expect(toRate({ reach: null, interactions: null })).toBe(0);
    expect(toRate({ reach: 100, interactions: -3 })).toBe(0);
    expect(toRate({ reach: 200, interactions: 8 })).toBe(4);
  });

  it("uses the contract's names and null for metrics that were not requested", () => {
    expect(toCounts(row('a'), mediaMetricNames)).toMatchObject({ total_interactions: 8, impressions: null });
    expect(toCounts(row('a'), ['views'])).toMatchObject({ views: 200, reach: null });
  });
});

describe('deltas over several days', () => {
  it('returns null for metrics that no post reports on any day', () => {
    const days = [
      deltas('2026-11-10', 'a', { likes: null, follows: null }),
      deltas('2026-11-11', 'b', { follows: null }),
    ];

    expect(sumDeltaDays(days)).toMatchObject({ reach: 200, likes: 5, follows: null });
    expect(sumDeltaDays([])).toMatchObject({ reach: null, changed_posts: 0 });
  });

  it('counts one post if the same post changed each day', () => {
    const monday = deltas('2026-11-09', 'a');

    expect(sumDeltaDays([monday, deltas('2026-11-10', 'a')]).changed_posts).toBe(1);
    expect(sumDeltaDays([monday, deltas('2026-11-10', 'b')]).changed_posts).toBeGreaterThan(1);
    expect(sumDeltaDays([deltas('2026-11-09', 'a', { changed_posts: 2 })]).changed_posts).toBeGreaterThan(1);
  });
});

it('completes daily metrics if there are syncs at both ends of the range', () => {
  const range = { from: '2026-11-10', to: '2026-11-16' };
  const media = (published: string, first: string) =>
    isObservedFromStart({ published_day: published, first_observed_day: first }, range);

  expect(media('2026-11-12', '2026-11-12')).toBe(true);
  expect(media('2026-11-12', '2026-11-18')).toBe(false);
  expect(media('2026-10-01', '2026-11-01')).toBe(true);
  expect(media('2026-10-01', '2026-11-12')).toBe(false);
});

describe('approximation of totals', () => {
  const names = mediaMetricNames;
  const period = { from: '2026-11-08', to: '2026-11-14' };
  const late = row('late', { first_observed_day: '2026-11-15' });

  it('bounds unique people of several posts by the largest post and the sum', () => {
    const rows = [row('a'), row('b', { reach: 300 })];

    const totals = toTotals(sumCounts(rows), {
      names,
      media: 2,
      reasons: [],
      reach: boundReach(rows, new Map(), period),
    });

    expect(totals).toMatchObject({
      isApprox: false,
      reachIsApprox: true,
      reachApprox: { reasons: ['summed_accounts'], lower: 300, upper: 400 },
    });
  });

  it('returns no lower bound if activity after the range may be included', () => {
    const reasons = new Map([['1 late', ['before_first_sync'] as const]]);

    expect(boundReach([late], reasons, period)).toEqual({ lower: null, upper: 100 });
    expect(boundReach([late, row('b', { reach: 30 })], reasons, period)).toEqual({ lower: 30, upper: 130 });
  });

  it("returns the reasons why a format's metrics are approximate", () => {
    const reasons = new Map([['1 late', ['before_first_sync'] as const]]);

    expect(toFormats([row('a')])[0]?.isApprox).toBe(false);
    expect(toFormats([row('a'), late], reasons)[0]?.approx?.reasons).toEqual(['summed_accounts', 'before_first_sync']);
  });

  it('makes no comparison with missing data and marks partial data', () => {
    const counts = { ...sumCounts([row('a')]), changed_posts: 1 };
    const earlier = (complete: boolean, is_stored: boolean) => ({ existed: 3, complete, is_stored });
    const previous = (...accounts: ReturnType<typeof earlier>[]) => toPreviousTotals(counts, accounts, names, false);

    expect(previous()).toBeNull();
    expect(previous(earlier(true, true), earlier(false, false))).toBeNull();
    expect(previous(earlier(true, true))).toMatchObject({ reach: 100, isApprox: false });
    expect(previous(earlier(false, true))).toMatchObject({ approx: { reasons: ['before_first_sync'] } });
  });
});

it('truncates a long caption without splitting a character', () => {
  const shown = (caption: string) => toMeasured(row('a', { caption }), mediaMetricNames).caption;

  expect(shown('🙂'.repeat(101))).toBe(`${'🙂'.repeat(97)}...`);
  expect(shown('🙂'.repeat(100))).toBe('🙂'.repeat(100));
  expect(shown(`${'x'.repeat(96)}🙂yyyyy`)).toBe(`${'x'.repeat(96)}🙂...`);
  expect(shown(` ${'x'.repeat(100)} `)).toBe('x'.repeat(100));
  expect(shown('x'.repeat(101))).toBe(`${'x'.repeat(97)}...`);
});

it('sums formats, each with its own rate', () => {
  const formats = toFormats([row('a'), row('b', { reach: 300 }), row('c', { product_type: 'STORY', reach: null })]);

  expect(formats.map(({ mediaType, posts }) => [mediaType, posts])).toEqual([
    ['story', 1],
    ['image', 2],
  ]);
  expect(formats[1]).toMatchObject({ reach: 400, total_interactions: 16, engagement_rate: 4 });
});

describe('metrics that only some posts report', () => {
  it('sums a metric over the posts that report it', () => {
    const { posts, actions } = toProfileActivity([
      row('a', { profile_visits: 4, activity_email: 0 }),
      row('b', { profile_visits: 3 }),
      row('reel'),
    ]);

    expect(posts).toBe(2);
    expect(actions).toEqual([
      { action: 'profile_visits', value: 7 },
      { action: 'email', value: 0 },
    ]);
  });

  it('counts navigation for stories only', () => {
    const { stories, moves } = toStoryNavigation([
      row('a', { product_type: 'STORY', taps_forward: 9, exits: 2 }),
      row('b', { taps_forward: 1 }),
    ]);

    expect(stories).toBe(1);
    expect(moves).toEqual([
      { move: 'tap_forward', value: 9 },
      { move: 'tap_exit', value: 2 },
    ]);
  });
});

it('distinguishes a day without activity from a day without a sync', () => {
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-21'];

  const daily = toDailyMetrics([deltas('2026-11-10', 'a')], [row('a')], { days, names: mediaMetricNames });

  expect(daily.map(({ reach }) => reach)).toEqual([null, 100, 0, null]);
});
