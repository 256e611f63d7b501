import {
  ageGroups,
  type ApproximationReason,
  type FollowerDemographics,
  type MediaActivity,
  type MediaItem,
  type MediaMetrics,
} from '@tidemark/contract';

/** Fixtures shared by several panels' tests. */

export const exact = { isApprox: false, approx: null };

/** State of a change between exact values. */
export const final = { changeState: 'final' as const, changeBounds: null };
/** Card fields when there is nothing to compare with. */
export const uncompared = {
  previous: null,
  change: null,
  percentChange: null,
  changeState: 'none' as const,
  changeBounds: null,
};

export function approximate(...reasons: ApproximationReason[]) {
  return { isApprox: true, approx: { reasons, lower: null, upper: null } };
}

export function between(lower: number, upper: number, ...reasons: ApproximationReason[]) {
  return { isApprox: true, approx: { reasons, lower, upper } };
}

export const nobody: FollowerDemographics = {
  ageGender: {
    byAgeGroup: ageGroups.map((ageGroup) => ({
      ageGroup,
      genderDist: [
        { gender: 'M', value: 0 },
        { gender: 'F', value: 0 },
        { gender: 'U', value: 0 },
      ],
      value: 0,
    })),
    total: 0,
  },
  countries: { top10: [], allCountries: [], total: 0 },
  cities: { top10: [], count: 0, tied: 0, total: 0 },
  asOf: null,
  coverage: { followers: null, ageGender: null, countries: null, cities: null, accountsWithout: [] },
  isApprox: false,
  approx: null,
};

export const followers: FollowerDemographics = {
  ageGender: {
    byAgeGroup: nobody.ageGender.byAgeGroup.map((group) =>
      group.ageGroup === '35-44'
        ? {
            ...group,
            genderDist: [
              { gender: 'M', value: 10 },
              { gender: 'F', value: 50 },
              { gender: 'U', value: 6 },
            ],
            value: 66,
          }
        : group,
    ),
    total: 66,
  },
  countries: {
    top10: [{ countryCode: 'GB', value: 60 }],
    allCountries: [
      { countryCode: 'GB', value: 60 },
      { countryCode: 'XX', value: 6 },
    ],
    total: 66,
  },
  cities: { top10: [{ cityName: 'Leeds, England', value: 20, countryCode: 'GB' }], count: 1, tied: 0, total: 20 },
  asOf: '2026-11-20',
  coverage: { followers: 70, ageGender: 0.943, countries: 0.943, cities: 0.31, accountsWithout: [] },
  ...approximate('instagram_hides_part'),
};

const noBlocks = [0, 0, 0, 0, 0, 0];

export const quiet: MediaActivity = {
  total: 0,
  data: (['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const).map((weekday) => ({
    weekday,
    buckets: noBlocks,
    total: 0,
    interactions: noBlocks,
  })),
  hashtags: {},
  mentions: {},
  collabs: {},
  followersPeak: null,
};

/** Three posts on Thursday and one on Sunday, all at noon in UTC. */
export const busy: MediaActivity = {
  ...quiet,
  total: 40,
  data: quiet.data.map((day) => {
    const posts = { Thu: 30, Sun: 10 }[String(day.weekday)] ?? 0;
    return { ...day, buckets: [0, 0, 0, posts, 0, 0], total: posts, interactions: [0, 0, 0, posts * 250, 0, 0] };
  }),
  hashtags: { '#bread': 3, '#sea': 1 },
  followersPeak: { weekday: 2, hour: 18 },
};

const metrics = (reach: number, interactions: number): MediaMetrics => ({
  reach,
  impressions: null,
  views: reach * 2,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  total_interactions: interactions,
  follows: null,
  engagement_rate: 0,
});

export function mediaItem(mediaId: string, change: Partial<MediaItem> = {}): MediaItem {
  return {
    mediaId,
    accountId: '17841400000001',
    mediaType: 'reel',
    timestamp: '2026-11-20T12:00:00.000Z',
    day: '2026-11-20',
    permalink: null,
    mediaUrl: null,
    thumbnailUrl: null,
    caption: `Caption of ${mediaId}`,
    duration: null,
    children: null,
    hashtags: [],
    mentions: [],
    collaborators: [],
    coauthors: [],
    productType: 'REELS',
    metadata: { mediaProductType: 'REELS' },
    metrics: metrics(1000, 40),
    previousPeriodMetrics: null,
    ...exact,
    lifetimeMetrics: { ...metrics(1000, 40), ig_reels_avg_watch_time: null },
    ...change,
  };
}

export const mediaMetrics = metrics;
