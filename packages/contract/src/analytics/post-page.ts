import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { MediaType } from './media.ts';
import { MediaId } from './post-insights.ts';

/** The metrics of a life curve. */
export const curveMetrics = ['views', 'reach', 'total_interactions'] as const;
export const CurveMetric = z.enum(curveMetrics);
export type CurveMetric = z.infer<typeof CurveMetric>;

/** A post is compared with this many posts of its format before it, and with no fewer than the minimum. */
export const comparedPosts = 30;
export const minComparedPosts = 10;
/** Posts are measured until this age. */
export const measuredDays = 30;

const Count = z.number().int().nullable();

/** Lifetime totals as of an age. */
export const PostMeasurement = z.object({
  ageMinutes: z.number().int(),
  views: Count,
  reach: Count,
  total_interactions: Count,
});
export type PostMeasurement = z.infer<typeof PostMeasurement>;

/** What the compared posts had at an age: 80 of 100 posts are expected between `low` and `high`. */
export const BandPoint = z.object({
  ageMinutes: z.number().int(),
  low: z.number(),
  median: z.number(),
  high: z.number(),
  /** Compared posts with a value at this age. */
  posts: z.number().int(),
});
export type BandPoint = z.infer<typeof BandPoint>;

/**
 * The share of compared posts with less, in percent, at the latest age with enough of them; or why there is none. They
 * are brought to the level that the account has reached: with growth, each later post would do better than those before.
 * `lifetime`: the post and those it is compared with are older than measured ages, and their totals are compared.
 */
export const PostScore = z.object({
  percentile: z.number().min(0).max(100).nullable(),
  basis: z.enum(['same_age', 'lifetime']),
  ageMinutes: z.number().int().nullable(),
  value: Count,
  posts: z.number().int(),
  /** How much the usual result changed over the compared posts, in percent. */
  levelChange: z.number().nullable(),
  /**
   * Without a score: the share of earlier posts, in percent, whose lifetime total is less than what the post has already;
   * null with a score, and for fewer posts than a score needs.
   */
  soFar: z
    .object({ percentile: z.number().min(0).max(100), posts: z.number().int(), ageMinutes: z.number().int() })
    .nullable(),
  missing: z.enum(['not_enough_posts', 'not_measured', 'not_reported', 'story', 'collaboration']).nullable(),
  ...exactness,
});
export type PostScore = z.infer<typeof PostScore>;

/** Lifetime totals at the last sync; null means that Instagram does not report it. */
export const PostFigures = z.object({
  views: Count,
  reach: Count,
  total_interactions: Count,
  likes: Count,
  comments: Count,
  saved: Count,
  shares: Count,
  reposts: Count,
  follows: Count,
  profile_visits: Count,
  /** To a story; null for accounts in Europe and Japan, for which Instagram does not report them. */
  replies: Count,
  /** Interactions per hundred accounts reached. */
  engagement_rate: z.number().nullable(),
  ig_reels_avg_watch_time: z.number().nullable(),
  /** Percentage of people who skipped a reel. */
  skip_rate: z.number().nullable(),
  /** Including advertising and Facebook; the other counts are organic. */
  total_views: Count,
  total_likes: Count,
  total_comments: Count,
  /** Views of a reel that is also on Facebook: there, and on both together. */
  facebook_views: Count,
  crossposted_views: Count,
});
export type PostFigures = z.infer<typeof PostFigures>;

export const PostSummary = z.object({
  mediaId: z.string(),
  accountId: AccountId,
  mediaType: MediaType,
  timestamp: z.iso.datetime(),
  caption: z.string(),
  permalink: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
});
export type PostSummary = z.infer<typeof PostSummary>;

export const ScoredPost = PostSummary.extend({ views: Count, score: PostScore });
export type ScoredPost = z.infer<typeof ScoredPost>;

export const getPost = endpoint({
  method: 'GET',
  path: '/account/:id/post/:mediaId',
  access: 'user',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: 'Returns a post: its metrics, its course over time compared with earlier posts of its format, and its score',
  params: z.strictObject({ id: AccountId, mediaId: MediaId }),
  response: z.object({
    post: PostSummary.extend({
      mediaUrl: z.string().nullable(),
      hashtags: z.array(z.string()),
      mentions: z.array(z.string()),
      collaborators: z.array(z.string()),
      isCollaboration: z.boolean(),
      /** Instagram no longer lists it. */
      isGone: z.boolean(),
      syncedAt: z.iso.datetime(),
    }),
    figures: PostFigures,
    /** By age; empty for posts from before the first sync, and for stories. */
    measurements: z.array(PostMeasurement),
    /** Only ages with enough compared posts. */
    bands: z.record(CurveMetric, z.array(BandPoint)),
    scores: z.record(CurveMetric, PostScore),
    /** The latest posts of its format, best score by views first; those without a score last, newest first. */
    ranking: z.array(ScoredPost),
  }),
  failures: ['account_not_found', 'media_not_found'],
});
