import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { MediaType, toMetricFields } from './media.ts';
import { postFigureNames } from './metric-catalogue.ts';
import { MediaId } from './post-insights.ts';

/** Metrics that have a life curve. */
export const curveMetrics = ['views', 'reach', 'total_interactions'] as const;
export const CurveMetric = z.enum(curveMetrics);
export type CurveMetric = z.infer<typeof CurveMetric>;

/** A post is compared with up to this many earlier posts in its format, and with no fewer than the minimum. */
export const comparedPosts = 30;
export const minComparedPosts = 10;
/** Posts are measured until this age. */
export const measuredDays = 30;

const Count = z.number().int().nullable();

/** Lifetime totals at a given age. */
export const PostMeasurement = z.object({
  ageMinutes: z.number().int(),
  views: Count,
  reach: Count,
  total_interactions: Count,
});
export type PostMeasurement = z.infer<typeof PostMeasurement>;

/** Values the compared posts had at an age: 80 of 100 posts are expected between `low` and `high`. */
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
 * Percentage of compared posts with less, at the latest age with enough of them, or the reason there is none. Earlier
 * posts are scaled to the account's current level; otherwise, as an account grows, every new post would beat the
 * earlier ones. `lifetime`: the post and its compared posts are older than measured ages, so their totals are compared.
 */
export const PostScore = z.object({
  percentile: z.number().min(0).max(100).nullable(),
  basis: z.enum(['same_age', 'lifetime']),
  ageMinutes: z.number().int().nullable(),
  value: Count,
  posts: z.number().int(),
  /** Change in the usual result over the compared posts, in percent. */
  levelChange: z.number().nullable(),
  /**
   * Only without a score: percentage of earlier posts whose lifetime total is below this post's so far. Null with a
   * score, and for fewer posts than a score needs.
   */
  soFar: z
    .object({ percentile: z.number().min(0).max(100), posts: z.number().int(), ageMinutes: z.number().int() })
    .nullable(),
  missing: z.enum(['not_enough_posts', 'not_measured', 'not_reported', 'story', 'collaboration']).nullable(),
  ...exactness,
});
export type PostScore = z.infer<typeof PostScore>;

/** Lifetime totals at the last sync; null means that Instagram does not report it. */
export const PostFigures = z.object(toMetricFields(postFigureNames));
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
  evidence: '/account/:id/post/:mediaId/evidence/views',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: 'Returns a post: its metrics, its score, and its progress compared with earlier posts of its format',
  params: z.strictObject({ id: AccountId, mediaId: MediaId }),
  response: z.object({
    post: PostSummary.extend({
      mediaUrl: z.string().nullable(),
      hashtags: z.array(z.string()),
      mentions: z.array(z.string()),
      collaborators: z.array(z.string()),
      isCollaboration: z.boolean(),
      /** True if Instagram no longer lists the post. */
      isGone: z.boolean(),
      syncedAt: z.iso.datetime(),
    }),
    figures: PostFigures,
    /** Sorted by age; empty for stories and for posts from before the first sync. */
    measurements: z.array(PostMeasurement),
    /** Only ages with enough compared posts. */
    bands: z.record(CurveMetric, z.array(BandPoint)),
    scores: z.record(CurveMetric, PostScore),
    /** Latest posts in its format, best score by views first; those without a score last, newest first. */
    ranking: z.array(ScoredPost),
    /** The account's posts published just before and after; stories have none. */
    neighbours: z.object({ earlier: z.string().nullable(), later: z.string().nullable() }),
  }),
  failures: ['account_not_found', 'media_not_found'],
});
