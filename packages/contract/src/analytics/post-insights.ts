import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Approximation, exactness } from './approximation.ts';
import { MediaCounts, mediaMetricNames, MediaMetricName, MediaType } from './media.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange, TimeZone } from './period.ts';

export const maxSelectedMedia = 1000;

export const MediaId = z.string().regex(/^\w{1,64}$/, 'must be a media ID');

/** Null selects all media in the range. */
export const SelectedMedia = z.array(MediaId).min(1).max(maxSelectedMedia).nullable();

/** Sums over days and media; people who saw two posts count twice in `reach`. */
export const MediaTotals = MediaCounts.extend({
  /** Interactions per hundred accounts reached, calculated from the sums. */
  avgEngagementRate: z.number(),
  /** Approximate if syncs are missing at either end of the range. */
  ...exactness,
  /** Also true if people may be counted twice; applies to reach and the rate. Bounds refer to reach. */
  reachIsApprox: z.boolean(),
  reachApprox: Approximation.nullable(),
});
export type MediaTotals = z.infer<typeof MediaTotals>;

export const MeasuredMedia = MediaCounts.extend({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  /** If longer than 100 characters, cut to 97 plus '...'. */
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
  /** Every day in the range. */
  dailyMetrics: z.array(MediaCounts.extend({ date: z.iso.date() })),
  totals: MediaTotals,
  /** The comparison period, or else as many days before the range; null if none of the media existed yet. */
  previousTotals: MediaTotals.nullable(),
  /** Most interactions; if tied, the later one, then the one with the smaller ID. */
  topMediaPost: MeasuredMedia.nullable(),
  /** Deltas in the range, most interactions first. */
  mediaMetrics: z.array(MeasuredMedia),
  formats: z.array(FormatPerformance),
  /** Lifetime totals at the last sync, for the selected media or else those published in the range. */
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
  evidence: '/metrics/media/evidence/views',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Returns metrics for selected or all media in a range: in total, by day and by media item',
  body: z
    .strictObject({
      startDate: Instant,
      endDate: Instant,
      ...comparisonPeriod,
      accountIds: AccountIds,
      mediaIds: SelectedMedia,
      metricNames: z.array(MediaMetricName).min(1).max(mediaMetricNames.length),
      /** Posts published after the range in this time zone are excluded. */
      timeZone: TimeZone.optional(),
    })
    .superRefine(orderedRange('startDate', 'endDate'))
    .superRefine(orderedComparison),
  response: MediaAggregate,
  failures: ['account_not_found', 'media_not_found'],
});

/** Recommendations look back this many days and need at least this many posts; each group compared needs fewer. */
export const opportunityDays = 90;
export const minPostsForRecommendations = 8;
export const minPostsPerGroup = 4;

const Share = z.number();
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Difference between the typical posts in two groups, in percent, with its 95% interval. */
export const GroupDifference = z.object({ percent: z.number(), low: z.number(), high: z.number() });
export type GroupDifference = z.infer<typeof GroupDifference>;

/** A recommendation as its evidence; the client has the wording. Shares are ratios from 0 to 1. */
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
    /** Posts published on that weekday. */
    postsThatDay: z.number().int(),
    /** Averages per post on that weekday and on all other days. */
    interactionsThatDay: z.number(),
    interactionsOtherDays: z.number(),
    /** Interactions on that weekday compared with all other days. */
    difference: GroupDifference,
  }),
  z.object({
    kind: z.literal('story_interactions'),
    stories: z.number().int(),
    interactions: z.number().int(),
    reach: z.number().int(),
    /** Share of all interactions, including those with posts. */
    interactionShare: Share,
    /** Share of all published media. */
    mediaShare: Share,
    /** Interactions per story, with the 95% interval for their average. */
    perStory: z.object({ mean: z.number(), low: z.number(), high: z.number() }),
  }),
]);
export type Opportunity = z.infer<typeof Opportunity>;

export const getOpportunities = endpoint({
  method: 'POST',
  path: '/metrics/media/opportunities',
  access: 'user',
  member: 'client',
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
    /** First day of the look-back; null for selected media. */
    from: z.iso.date().nullable(),
    to: z.iso.date().nullable(),
    /** Number of posts behind the advice, not counting stories. */
    posts: z.number().int(),
    stories: z.number().int(),
    opportunities: z.array(Opportunity),
  }),
  failures: ['account_not_found', 'media_not_found'],
});
