import { mediaMetricNames } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import {
  byInteractions,
  type GainDay,
  isComplete,
  type MeasuredRow,
  rateOf,
  sumCounts,
  sumGainDays,
  toCounts,
  toDailyMetrics,
  toFormats,
  toMeasured,
  toProfileActivity,
  toStoryNavigation,
} from './media-aggregate.ts';

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
    published_day: '2026-11-10',
    first_observed_day: '2026-11-10',
    observed_day: '2026-11-20',
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

function gains(day: string, media: string, change: Partial<GainDay> = {}): GainDay {
  return { ...row(media), day, gaining: 1, first_media: media, ...change };
}

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ; yield state / 2 ** 32) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
}

describe('the top post', () => {
  it('is the same in whatever order the posts come', () => {
    const random = numbers(7);
    const next = () => random.next().value ?? 0;
    for (let round = 0; round < 200; round += 1) {
      // Few values, so that ties of every kind occur.
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

  it('has more interactions, or as many and is later, or is as late and has the smaller id', () => {
    const later = { published_at: new Date('2026-11-11T12:00:00Z') };
    const order = [row('b'), row('a'), row('c', later), row('d', { interactions: 9 })]
      .toSorted(byInteractions)
      .map(({ media_id }) => media_id);

    expect(order).toEqual(['d', 'c', 'a', 'b']);
  });
});

describe('sums', () => {
  it('are unknown when nobody tells, and nothing when there is nobody', () => {
    expect(sumCounts([row('a', { likes: null }), row('b', { likes: null })]).likes).toBeNull();
    expect(sumCounts([row('a', { likes: null }), row('b')]).likes).toBe(5);
    expect(sumCounts([]).likes).toBe(0);
  });

  it('never make a rate that is no number', () => {
    expect(rateOf({ reach: 0, interactions: 8 })).toBe(0);
    expect(rateOf({ reach: null, interactions: null })).toBe(0);
    expect(rateOf({ reach: 100, interactions: -3 })).toBe(0);
    expect(rateOf({ reach: 200, interactions: 8 })).toBe(4);
  });

  it('carry the names of the contract, and null for what was not asked for', () => {
    expect(toCounts(row('a'), mediaMetricNames)).toMatchObject({ total_interactions: 8, impressions: null });
    expect(toCounts(row('a'), ['views'])).toMatchObject({ views: 200, reach: null });
  });
});

describe('the gains of some days', () => {
  it('are unknown when no media of any day tells them', () => {
    const days = [
      gains('2026-11-10', 'a', { likes: null, follows: null }),
      gains('2026-11-11', 'b', { follows: null }),
    ];

    expect(sumGainDays(days)).toMatchObject({ reach: 200, likes: 5, follows: null });
    expect(sumGainDays([])).toMatchObject({ reach: null, gaining: 0 });
  });

  it('are of one media when the same one gained alone each day', () => {
    const monday = gains('2026-11-09', 'a');

    expect(sumGainDays([monday, gains('2026-11-10', 'a')]).gaining).toBe(1);
    expect(sumGainDays([monday, gains('2026-11-10', 'b')]).gaining).toBeGreaterThan(1);
    expect(sumGainDays([gains('2026-11-09', 'a', { gaining: 2 })]).gaining).toBeGreaterThan(1);
  });
});

it('is complete when readings stand at the ends of the range', () => {
  const range = { from: '2026-11-10', to: '2026-11-16' };
  const media = (published: string, first: string) =>
    isComplete({ published_day: published, first_observed_day: first }, range);

  expect(media('2026-11-12', '2026-11-12')).toBe(true);
  expect(media('2026-11-12', '2026-11-18')).toBe(false);
  expect(media('2026-10-01', '2026-11-01')).toBe(true);
  expect(media('2026-10-01', '2026-11-12')).toBe(false);
});

it('cuts a long caption, and keeps whole characters', () => {
  const shown = (caption: string) => toMeasured(row('a', { caption }), mediaMetricNames).caption;

  expect(shown('🙂'.repeat(101))).toBe(`${'🙂'.repeat(97)}...`);
  expect(shown('🙂'.repeat(100))).toBe('🙂'.repeat(100));
  expect(shown(`${'x'.repeat(96)}🙂yyyyy`)).toBe(`${'x'.repeat(96)}🙂...`);
  expect(shown(` ${'x'.repeat(100)} `)).toBe('x'.repeat(100));
  expect(shown('x'.repeat(101))).toBe(`${'x'.repeat(97)}...`);
});

it('adds up formats, each with its own rate', () => {
  const formats = toFormats([row('a'), row('b', { reach: 300 }), row('c', { product_type: 'STORY', reach: null })]);

  expect(formats.map(({ mediaType, posts }) => [mediaType, posts])).toEqual([
    ['story', 1],
    ['image', 2],
  ]);
  expect(formats[1]).toMatchObject({ reach: 400, total_interactions: 16, engagement_rate: 4 });
});

describe('what only some media tell', () => {
  it('is added up over those that tell it', () => {
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

  it('has the ways on from stories only', () => {
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

it('tells a quiet day from a day that nobody read', () => {
  const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-21'];

  const daily = toDailyMetrics([gains('2026-11-10', 'a')], [row('a')], { days, names: mediaMetricNames });

  expect(daily.map(({ reach }) => reach)).toEqual([null, 100, 0, null]);
});
