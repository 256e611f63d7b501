import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Approximation, exactness } from './approximation.ts';
import { MediaType } from './media.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange, TimeZone } from './period.ts';

export const mediaMetricNames = [
  'reach',
  'impressions',
  'views',
  'likes',
  'comments',
  'saved',
  'shares',
  'total_interactions',
  'follows',
] as const;
export const MediaMetricName = z.enum(mediaMetricNames);
export type MediaMetricName = z.infer<typeof MediaMetricName>;

export const maxSelectedMedia = 1000;

export const MediaId = z.string().regex(/^\w{1,64}$/, 'must be a media ID');

/** Null selects all media of the range. */
export const SelectedMedia = z.array(MediaId).min(1).max(maxSelectedMedia).nullable();

const Count = z.number().int().nullable();

/** Null if Instagram does not report it (impressions never: views replaced them), or if it was not requested. */
export const MediaCounts = z.object({
  reach: Count,
  impressions: Count,
  views: Count,
  likes: Count,
  comments: Count,
  saved: Count,
  shares: Count,
  total_interactions: Count,
  follows: Count,
});
export type MediaCounts = z.infer<typeof MediaCounts>;

/** Sums over days and media; people who saw two of them count twice in `reach`. */
export const MediaTotals = MediaCounts.extend({
  /** Interactions per hundred accounts reached: a ratio of the sums. */
  avgEngagementRate: z.number(),
  /** Approximate if syncs are missing at an end of the range. */
  ...exactness,
  /** That, or people may be counted twice: applies to reach and the rate. Bounds refer to reach. */
  reachIsApprox: z.boolean(),
  reachApprox: Approximation.nullable(),
});
export type MediaTotals = z.infer<typeof MediaTotals>;

export const MeasuredMedia = MediaCounts.extend({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  /** Longer than 100 characters: cut to 97 plus '...'. */
  caption: z.string(),
  permalink: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  collaborators: z.array(z.string()),
  engagement_rate: z.number(),
  ...exactness,
});
export type MeasuredMedia = z.infer<typeof MeasuredMedia>;

export const FormatPerformance = z.object({
  mediaType: MediaType,
  posts: z.number().int(),
  reach: z.number().int(),
  views: z.number().int(),
  total_interactions: z.number().int(),
  engagement_rate: z.number(),
  ...exactness,
});
export type FormatPerformance = z.infer<typeof FormatPerformance>;

export const profileActions = [
  'profile_visits',
  'bio_link',
  'link_clicks',
  'direction',
  'call',
  'email',
  'text',
  'other',
] as const;
export type ProfileAction = (typeof profileActions)[number];

export const storyMoves = ['tap_forward', 'tap_back', 'swipe_forward', 'tap_exit'] as const;
export type StoryMove = (typeof storyMoves)[number];

export const MediaAggregate = z.object({
  /** Every day of the range. */
  dailyMetrics: z.array(MediaCounts.extend({ date: z.iso.date() })),
  totals: MediaTotals,
  /** The comparison period, or else the same number of days before the range; null if none of the media existed yet. */
  previousTotals: MediaTotals.nullable(),
  /** The most interactions; of equals the later, then the one with the smaller id. */
  topMediaPost: MeasuredMedia.nullable(),
  /** Deltas in the range, most interactions first. */
  mediaMetrics: z.array(MeasuredMedia),
  formats: z.array(FormatPerformance),
  /** Lifetime totals at the last sync, of the selected media or else of those published in the range. */
  profileActivity: z.object({
    posts: z.number().int(),
    actions: z.array(z.object({ action: z.enum(profileActions), value: z.number().int() })),
  }),
  storyNavigation: z.object({
    stories: z.number().int(),
    moves: z.array(z.object({ move: z.enum(storyMoves), value: z.number().int() })),
  }),
});
export type MediaAggregate = z.infer<typeof MediaAggregate>;

export const aggregateMedia = endpoint({
  method: 'POST',
  path: '/metrics/media/aggregated',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Returns the metrics of selected or all media in a range: totals, by day and by media item',
  body: z
    .strictObject({
      startDate: Instant,
      endDate: Instant,
      ...comparisonPeriod,
      accountIds: AccountIds,
      mediaIds: SelectedMedia,
      metricNames: z.array(MediaMetricName).min(1).max(mediaMetricNames.length),
      /** Posts that are published later than the range in this time zone are excluded. */
      timeZone: TimeZone.optional(),
    })
    .superRefine(orderedRange('startDate', 'endDate'))
    .superRefine(orderedComparison),
  response: MediaAggregate,
  failures: ['account_not_found', 'media_not_found'],
});

/** Recommendations look back this many days, and need at least this many posts; a group to compare needs fewer. */
export const opportunityDays = 90;
export const minPostsForRecommendations = 8;
export const minPostsPerGroup = 4;

const Share = z.number();
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** How much more the typical post of one group gets than one of another, in percent, with its 95% interval. */
export const GroupDifference = z.object({ percent: z.number(), low: z.number(), high: z.number() });
export type GroupDifference = z.infer<typeof GroupDifference>;

/** A recommendation as its evidence; the client has the words. Shares are ratios from 0 to 1. */
export const Opportunity = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('reels_share'),
    posts: z.number().int(),
    reels: z.number().int(),
    reachShare: Share,
    postShare: Share,
    /** Reach of reels compared with other posts; null if there are only reels, or none. */
    difference: GroupDifference.nullable(),
  }),
  z.object({
    kind: z.literal('best_day'),
    posts: z.number().int(),
    weekday: z.enum(weekdays),
    /** Published on that weekday. */
    postsThatDay: z.number().int(),
    /** Averages per post of that weekday and of the other ones. */
    interactionsThatDay: z.number(),
    interactionsOtherDays: z.number(),
    /** Interactions of that weekday compared with the other ones. */
    difference: GroupDifference,
  }),
  z.object({
    kind: z.literal('story_interactions'),
    stories: z.number().int(),
    interactions: z.number().int(),
    reach: z.number().int(),
    /** Of all interactions, including those with posts. */
    interactionShare: Share,
    /** Of all published media. */
    mediaShare: Share,
    /** Interactions per story, with the 95% interval of their average. */
    perStory: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  }),
]);
export type Opportunity = z.infer<typeof Opportunity>;

export const getOpportunities = endpoint({
  method: 'POST',
  path: '/metrics/media/opportunities',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: `Returns recommendations based on the last ${opportunityDays} days or the selected media`,
  body: z.strictObject({
    endDate: Instant,
    accountIds: AccountIds,
    mediaIds: SelectedMedia,
    /** The viewer's time zone, for weekdays; Instagram's by default. */
    timeZone: TimeZone.optional(),
  }),
  response: z.object({
    /** The start of the look-back; null for selected media. */
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    /** The number of posts behind the advice, without stories. */
    posts: z.number().int(),
    stories: z.number().int(),
    opportunities: z.array(Opportunity),
  }),
  failures: ['account_not_found', 'media_not_found'],
});
