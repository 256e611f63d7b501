import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';

/** Days over which growth is measured. */
export const growthDays = [7, 30, 90] as const;
/** Posts requested from Instagram, once a day. */
export const maxPeerPosts = 25;
/** A percentile among fewer peers means nothing. */
export const minRankedPeers = 3;

/** The reason a value is missing. */
export const MissingPublicFigure = z.enum([
  'history_too_short',
  'day_missing',
  'too_few_posts',
  'likes_hidden',
  'not_reported',
]);
export type MissingPublicFigure = z.infer<typeof MissingPublicFigure>;

const Value = z.object({ value: z.number().nullable(), missing: MissingPublicFigure.nullable() });
export type PublicValue = z.infer<typeof Value>;

export const FollowerGrowth = z.object({
  days: z.union([z.literal(7), z.literal(30), z.literal(90)]),
  change: z.int().nullable(),
  /** Growth as a percentage of the initial followers. */
  percent: z.number().nullable(),
  missing: MissingPublicFigure.nullable(),
});
export type FollowerGrowth = z.infer<typeof FollowerGrowth>;

/** Publicly visible data about a professional account, computed the same way for one’s own account and for peers. */
export const PublicFigures = z.object({
  followers: z.int().nullable(),
  follows: z.int().nullable(),
  posts: z.int().nullable(),
  growth: z.array(FollowerGrowth),
  postsPerWeek: Value,
  /** Medians over the newest posts that are at least two days old. */
  likesPerPost: Value,
  commentsPerPost: Value,
  /** Includes advertising. */
  viewsPerPost: Value,
  /** Percentage of the followers. */
  engagementPerFollower: Value,
  /** Posts the medians cover; `hiddenLikes` counts those that hide their likes. */
  countedPosts: z.int(),
  hiddenLikes: z.int(),
  /** Followers by day, oldest first; days without a measurement are left out. */
  history: z.array(z.object({ day: z.iso.date(), followers: z.int() })),
});
export type PublicFigures = z.infer<typeof PublicFigures>;

export const PeerState = z.enum(['ok', 'unavailable', 'login_needed']);
export type PeerState = z.infer<typeof PeerState>;

export const Peer = z.object({
  id: z.uuid(),
  username: z.string(),
  name: z.string().nullable(),
  biography: z.string().nullable(),
  state: PeerState,
  /** Time at which its state stopped being `ok`. */
  since: z.iso.datetime().nullable(),
  addedAt: z.iso.datetime(),
  measuredAt: z.iso.datetime().nullable(),
  figures: PublicFigures,
});
export type Peer = z.infer<typeof Peer>;

export const rankedFigures = [
  'followers',
  'growth',
  'postsPerWeek',
  'likesPerPost',
  'commentsPerPost',
  'viewsPerPost',
  'engagementPerFollower',
] as const;
export const RankedFigure = z.enum(rankedFigures);
export type RankedFigure = z.infer<typeof RankedFigure>;

export const PeerRank = z.object({
  /** Percentage of peers below the account; a tie counts half. */
  percentile: z.int(),
  /** Peers with a value. */
  peers: z.int(),
});
export type PeerRank = z.infer<typeof PeerRank>;

export const PeerComparison = z.object({
  accountId: AccountId,
  own: PublicFigures,
  peers: z.array(Peer),
  /** Null if fewer than three peers have a value, or the account itself has none. Growth is over 30 days. */
  ranks: z.record(RankedFigure, PeerRank.nullable()),
  /** Peers across all of the caller's accounts. */
  used: z.int(),
  limit: z.int(),
  /** Requests per day for this account's peers. */
  requestsPerDay: z.int(),
});
export type PeerComparison = z.infer<typeof PeerComparison>;
