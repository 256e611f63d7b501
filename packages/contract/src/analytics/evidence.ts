import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { cardMetrics } from './metric-cards.ts';
import { postMetricNames } from './metric-catalogue.ts';
import { Instant, orderedRange, TimeZone } from './period.ts';
import { MediaId, profileActions, SelectedMedia, storyMoves } from './post-insights.ts';

/** Days or longer ranges, by account, for which calls are listed: the newest. */
export const maxEvidenceRanges = 60;
/** Posts, largest first, whose calls are listed. */
export const maxEvidencePosts = 20;
/** Revisions that are listed: the newest. */
export const maxRevisions = 50;

/** A call to Meta or Bluesky, and the part of its answer that a number was computed from. */
export const EvidenceCall = z.object({
  accountId: AccountId,
  fetchedAt: z.iso.datetime(),
  path: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Days that the used values are about; null for lifetime totals. */
  days: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
  body: z.unknown(),
  /** Paths of the used values in `body`, such as `['data', 0, 'total_value', 'value']`. */
  used: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type EvidenceCall = z.infer<typeof EvidenceCall>;

/**
 * - `not_stored`: this installation stores no answers.
 * - `before_answers`: fetched before answers were stored.
 * - `expired`: fetched longer ago than answers are stored.
 * - `earlier_sync`: the network left the value out since, so that it is older than the row's answers.
 * - `derived`: followers of a past day, counted back from a later number.
 * - `event`: Instagram sent the value when the story ended.
 */
export const missingEvidence = ['not_stored', 'before_answers', 'expired', 'earlier_sync', 'derived', 'event'] as const;
export const MissingEvidence = z.enum(missingEvidence);
export type MissingEvidence = z.infer<typeof MissingEvidence>;

/** An answer that changed a number. */
export const Revision = z.object({
  accountId: AccountId,
  /** The call's instant. */
  at: z.iso.datetime(),
  /** The number before and after this answer; null if it was not known yet. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Days that the answer is about, with the sum of their changed values before and after; null for lifetime totals. */
  days: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      /** The day had not ended before this answer, or was not stored. */
      isNew: z.boolean(),
    }),
  ),
  path: z.string(),
});
export type Revision = z.infer<typeof Revision>;

/** The number at an earlier instant, and what changed it since. */
export const EvidenceBefore = z.object({
  asOf: z.iso.datetime(),
  /** Null if nothing was known yet. */
  value: z.number().nullable(),
  /** False if answers from before are missing, so that the value may have been another. */
  isComplete: z.boolean(),
  /** Newest first. */
  revisions: z.array(Revision),
  /** Earlier revisions that are not listed. */
  omitted: z.number().int(),
});
export type EvidenceBefore = z.infer<typeof EvidenceBefore>;

export const Evidence = z.object({
  /** The number as the screens show it; null if the network does not report it. */
  value: z.number().nullable(),
  ...exactness,
  /** The formula with its numbers filled in. */
  formula: z.string(),
  /** Who answered, as readers know them, such as 'Meta'; names of several are joined. */
  answeredBy: z.string(),
  /** What they say that the metrics mean. */
  definitions: z.array(z.object({ name: z.string(), text: z.string(), url: z.url() })),
  /** Newest first. */
  calls: z.array(EvidenceCall),
  /** Further days, by account, whose calls are not listed. */
  omitted: z.number().int(),
  /** Values without an answer, by account and reason. */
  missing: z.array(z.object({ accountId: AccountId, reason: MissingEvidence, values: z.number().int() })),
  /** Days for which answers are stored; 0 stores none. */
  answerDays: z.number().int(),
  /** Posts that the number adds up, largest first, and how many more there are. */
  posts: z
    .object({
      listed: z.array(
        z.object({ accountId: AccountId, mediaId: z.string(), caption: z.string(), value: z.number().nullable() }),
      ),
      omitted: z.number().int(),
    })
    .optional(),
  /** Present if the request has `asOf`. */
  before: EvidenceBefore.optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** A part of a metric, such as views by non-followers. */
export const BreakdownPart = z.strictObject({
  dimension: z.enum(['media_product_type', 'follow_type', 'interaction_type']),
  value: z.string().max(40),
});
export type BreakdownPart = z.infer<typeof BreakdownPart>;

/** Numbers about the audience, which are no sums over days. */
export const audienceMetrics = ['follower_demographics', 'online_followers'] as const;
export type AudienceMetric = (typeof audienceMetrics)[number];
export const EvidenceMetric = z.enum([...cardMetrics, ...audienceMetrics]);
export type EvidenceMetric = z.infer<typeof EvidenceMetric>;

export const getMetricEvidence = endpoint({
  method: 'POST',
  path: '/metrics/account/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary:
    "Returns where a metric's value for a period comes from: its formula, and the network's answers; with `asOf`, also what it was then and which answers changed it",
  params: z.strictObject({ metric: EvidenceMetric }),
  body: z
    .strictObject({
      startDate: Instant,
      endDate: Instant,
      accountIds: AccountIds,
      /** Accepted for views, reach and total_interactions. */
      part: BreakdownPart.optional(),
      /** Rejected for audiences, parts, and accounts at Bluesky. */
      asOf: Instant.optional(),
    })
    .superRefine(orderedRange('startDate', 'endDate')),
  response: Evidence,
  failures: ['account_not_found'],
});

/** A story's moves, and the metrics on a post's page. */
export const PostMetric = z.enum(postMetricNames);
export type PostMetric = z.infer<typeof PostMetric>;

export const getPostEvidence = endpoint({
  method: 'GET',
  path: '/account/:id/post/:mediaId/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary:
    "Returns where a post's metric comes from: the network's answers; with `asOf`, also what it was then and which answers changed it",
  params: z.strictObject({ id: AccountId, mediaId: MediaId, metric: PostMetric }),
  query: z.strictObject({ asOf: Instant.optional() }),
  response: Evidence,
  failures: ['account_not_found', 'media_not_found'],
});

/** Numbers that are added up over posts: in a range, or lifetime totals of the posts published in it. */
export const postsMetrics = [
  'views',
  'reach',
  'total_interactions',
  'engagement_rate',
  'likes',
  'comments',
  'saved',
  'shares',
  'follows',
  'published',
  ...profileActions,
  ...storyMoves,
] as const;
export const PostsMetric = z.enum(postsMetrics);
export type PostsMetric = z.infer<typeof PostsMetric>;

export const getPostsEvidence = endpoint({
  method: 'POST',
  path: '/metrics/media/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'posts:read',
  cost: 'heavyRead',
  summary: "Returns where a number of several posts comes from: its posts, and the network's answers about them",
  params: z.strictObject({ metric: PostsMetric }),
  body: z
    .strictObject({
      startDate: Instant,
      endDate: Instant,
      accountIds: AccountIds,
      mediaIds: SelectedMedia,
      timeZone: TimeZone.optional(),
    })
    .superRefine(orderedRange('startDate', 'endDate')),
  response: Evidence,
  failures: ['account_not_found', 'media_not_found'],
});
