import type { MeasuredMedia, MediaAggregate, MediaTotals } from '@tidemark/contract';
import { ringTotal, toFormatBars, toInteractionRings, toInsightTiles } from '@tidemark/presentation';
import { describe, expect, it } from 'vitest';
import { approximate, between, exact } from '#web/features/metrics/metrics.fixtures.ts';
import { toAdvice } from '@tidemark/presentation';
import { insightsSearch, maxPicked, toggled, toInsightsView } from './insights-search.ts';
import { cardWidth } from './strip-list.tsx';

describe('post insights in the URL', () => {
  it('parses the tab, the filters and the selection, and drops invalid values', () => {
    expect(
      insightsSearch({ tab: 'post-insights', strip: 'active', format: 'Static posts', media: 'b2,a1,b2' }),
    ).toEqual({ tab: 'post-insights', strip: 'active', format: 'Static posts', media: 'a1,b2' });
    expect(insightsSearch({ tab: 'system', strip: 'all', format: '<b>', media: "1';--" })).toEqual({});
    expect(insightsSearch({ tab: 'overview', strip: 'combined', media: '' })).toEqual({});
  });

  it('limits the length of the URL', () => {
    const many = Array.from({ length: maxPicked + 50 }, (_, index) => `m${index}`);

    expect(toInsightsView({ media: many.join() }).picked).toHaveLength(maxPicked);
    expect(toggled(many.slice(0, maxPicked), 'one-more')).toBeNull();
    expect(toggled(many.slice(0, maxPicked), 'm0')).toHaveLength(maxPicked - 1);
  });
});

it('toggles a post per click, in an order independent of the clicks', () => {
  expect(toggled(['b'], 'a')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'b')).toEqual(['a']);
});

const totals = (change: Partial<MediaTotals> = {}): MediaTotals => ({
  reach: 1000,
  impressions: null,
  views: 2000,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  total_interactions: 40,
  follows: null,
  avgEngagementRate: 4,
  ...exact,
  reachIsApprox: true,
  reachApprox: approximate('summed_accounts').approx,
  ...change,
});
const aggregate = (change: Partial<MediaAggregate> = {}): MediaAggregate => ({
  dailyMetrics: [],
  totals: totals(),
  previousTotals: totals(),
  topMediaPost: null,
  mediaMetrics: [],
  formats: [],
  profileActivity: { posts: 0, actions: [] },
  storyNavigation: { stories: 0, moves: [] },
  ...change,
});

const today = '2026-11-21';

describe('metric tiles', () => {
  it('shows the difference from the previous period, and ignores changes below one or a tenth of a point', () => {
    const before = totals({ reach: 400, views: 2000.4, total_interactions: 60, avgEngagementRate: 4.05 });

    const tiles = toInsightTiles(aggregate({ previousTotals: before }), today);

    expect(tiles.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Total Reach 1k',
      'Views 2k',
      'Avg Engagement Rate 4.0%',
      'Total Interactions 40',
    ]);
    expect(tiles.map(({ delta }) => `${delta?.direction} ${delta?.text}`)).toEqual([
      'up 600',
      'flat No change',
      'flat No change',
      'down 20',
    ]);
    expect(tiles.map(({ approx }) => approx !== null)).toEqual([true, false, true, false]);
  });

  it('shows reach as a range', () => {
    const now = totals({ reachApprox: between(300, 1000, 'summed_accounts').approx });

    const [reach, , rate] = toInsightTiles(aggregate({ totals: now }), today);

    expect(reach).toMatchObject({ text: expect.stringMatching(/^≈ /), range: '300–1k' });
    expect(rate).toMatchObject({ text: '4.0%', approx: { lower: null, upper: null } });
  });

  it('marks the comparison if only the previous period is incomplete', () => {
    const before = totals({ ...approximate('before_first_sync') });

    const [, views] = toInsightTiles(aggregate({ previousTotals: before }), today);

    expect(views).toMatchObject({ approx: null, deltaApprox: { reasons: ['before_first_sync'] } });
  });

  it.each(['before_first_sync', 'days_missing'] as const)('shows no direction if a period has gaps (%s)', (reason) => {
    const [few, many] = [totals({ views: 10 }), totals({ views: 2_000, ...approximate(reason) })];

    for (const [now, before] of [
      [few, many],
      [many, few],
    ] as const)
      expect(toInsightTiles(aggregate({ totals: now, previousTotals: before }), today)[1]?.delta).toEqual({
        direction: 'flat',
        text: 'change not certain',
      });
  });

  it('marks days from today on as running', () => {
    const dailyMetrics = ['2026-11-20', '2026-11-21'].map((date) => ({ date, ...totals() }));

    const [reach] = toInsightTiles(aggregate({ dailyMetrics }), today);

    expect(reach?.series.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  it('shows zeros without data', () => {
    expect(toInsightTiles(null, today).map(({ text, delta }) => [text, delta])).toEqual([
      ['0', null],
      ['0', null],
      ['0.0%', null],
      ['0', null],
    ]);
  });
});

const post = (mediaId: string, change: Partial<MeasuredMedia> = {}): MeasuredMedia => ({
  ...totals(),
  mediaId,
  accountId: '1',
  mediaType: 'image',
  timestamp: '2026-11-20T12:00:00.000Z',
  caption: '',
  permalink: null,
  thumbnailUrl: null,
  collaborators: [],
  engagement_rate: 4,
  ...change,
});

describe('interaction rings', () => {
  it('shows likes, comments, saves and shares from the outside in', () => {
    const rings = toInteractionRings([post('a', { likes: 3, comments: null })], 'UTC');

    expect(rings.map(({ label, radii }) => [label, ...radii])).toEqual([
      ['Likes', 120, 130],
      ['Comments', 100, 110],
      ['Saves', 80, 90],
      ['Shares', 60, 70],
    ]);
    expect(rings.map(ringTotal)).toEqual([3, 0, 0, 0]);
  });

  it('combines many posts without losing any', () => {
    const [likes] = toInteractionRings(
      Array.from({ length: 5000 }, (_, index) => post(`m${index}`, { likes: 2 })),
      'UTC',
    );

    expect(likes?.parts).toHaveLength(12);
    expect(likes?.parts.at(-1)).toEqual({ key: 'rest', label: '4989 other posts', value: 2 * 4989 });
    expect(likes && ringTotal(likes)).toBe(10_000);
  });
});

it("marks a format's reach across several posts, and all values of an incomplete format", () => {
  const several = {
    mediaType: 'reel' as const,
    posts: 4,
    reach: 4000,
    views: 8000,
    total_interactions: 100,
    engagement_rate: 2.5,
    ...exact,
  };

  expect(toFormatBars([several], 'reach')[0]?.approx?.reasons).toEqual(['summed_accounts']);
  expect(toFormatBars([several], 'views')[0]?.approx).toBeNull();
  expect(toFormatBars([{ ...several, ...approximate('before_first_sync') }], 'views')[0]?.approx?.reasons).toEqual([
    'before_first_sync',
  ]);
});

it('compares formats by the mean per post, and by a rate of the sums', () => {
  const formats = [
    {
      mediaType: 'reel' as const,
      posts: 4,
      reach: 4000,
      views: 0,
      total_interactions: 100,
      engagement_rate: 2.5,
      ...exact,
    },
  ];

  expect(toFormatBars(formats, 'reach')[0]).toMatchObject({ label: 'Reel', text: '1k' });
  expect(toFormatBars(formats, 'engagement_rate')[0]).toMatchObject({ text: '2.5%' });
});

describe('recommendations', () => {
  const basis = { from: '2026-08-23', to: '2026-11-20', yesterday: '2026-11-20' };

  it('includes the values behind a recommendation', () => {
    const difference = { percent: 62.4, low: 19.6, high: 118.9 };
    const advice = toAdvice(
      { kind: 'reels_share', posts: 34, reels: 7, reachShare: 0.62, postShare: 0.21, difference },
      basis,
    );

    expect(advice.text).toBe(
      'Reels bring 62% of reach with 21% of posts. A typical reel reaches 62% more people (95% interval: 20% to 119%).',
    );
    expect(advice.disproof).toBe('Wrong if your next reels reach no more people than other posts.');
    expect(advice.evidence).toBe('last 90 days, 34 posts, 7 of them reels');
  });

  it('names the dates of earlier ranges, and mentions a selection', () => {
    const opportunity = {
      kind: 'reels_share' as const,
      posts: 9,
      reels: 0,
      reachShare: 0,
      postShare: 0,
      difference: null,
    };

    expect(toAdvice(opportunity, { ...basis, yesterday: '2026-11-25' }).evidence).toBe(
      '90 days to Nov 20, 2026, 9 posts, 0 of them reels',
    );
    expect(toAdvice(opportunity, { ...basis, from: null, to: null }).evidence).toBe(
      '9 selected posts, 0 of them reels',
    );
    expect(toAdvice(opportunity, basis).title).toBe('Try a reel');
  });

  it('names the best day and both means', () => {
    const advice = toAdvice(
      {
        kind: 'best_day',
        posts: 20,
        weekday: 'Thursday',
        postsThatDay: 6,
        interactionsThatDay: 1500,
        interactionsOtherDays: 700,
        difference: { percent: 110, low: 40, high: 215 },
      },
      basis,
    );

    expect(advice.text).toBe(
      'A post on a Thursday brings 1.5k interactions on average, a post on other days 700. A typical one brings 110% more interactions (95% interval: 40% to 215%).',
    );
    expect(advice.evidence).toBe('6 posts on Thursdays, 14 on other days; last 90 days, 20 posts');
  });
});

it("makes the strip's cards 160 to 220 pixels wide at any width", () => {
  for (let room = 200; room < 3000; room += 37) {
    expect(cardWidth(room)).toBeGreaterThanOrEqual(160);
    expect(cardWidth(room)).toBeLessThanOrEqual(220);
  }
});
