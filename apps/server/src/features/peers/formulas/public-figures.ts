import {
  addDays,
  countDays,
  dayMillis,
  type FollowerGrowth,
  growthDays,
  maxPeerPosts,
  minRankedPeers,
  type MissingPublicFigure,
  type PeerRank,
  type PublicFigures,
  type PublicValue,
  type RankedFigure,
  rankedFigures,
} from '@tidemark/contract';

export interface FollowerDay {
  day: string;
  followers: number;
}

export interface CountedPost {
  publishedAt: Date;
  /** Null: hidden. */
  likes: number | null;
  comments: number | null;
  /** Null: not reported. */
  views: number | null;
}

export interface PublicAccount {
  followers: number | null;
  follows: number | null;
  posts: number | null;
  /** Oldest first. */
  history: readonly FollowerDay[];
  /** The newest posts, at most 25, as they were at `measuredAt`. */
  newest: readonly CountedPost[];
  measuredAt: Date;
}

/** Younger posts still collect most of their likes, which would favour accounts that publish rarely. */
const minAgeMillis = 2 * dayMillis;
const minPosts = 3;
/** Days by which growth may start earlier, because a measurement may be missed. */
const toleranceDays = 3;
const rateDays = 28;

/**
 * Computes an account's public data:
 * - growth: the newest follower count minus the count 7, 30 or 90 days before (or up to three days earlier still)
 * - posts per week: over the 28 days before the measurement; if the 25 newest posts do not reach that far back, over
 *   the time they cover
 * - likes, comments and views per post: medians over the newest 25 posts that are at least two days old
 * - public engagement per follower: the median of likes + comments over the same posts, without posts that hide their
 *   likes, divided by the followers, in percent
 */
export function toPublicFigures(account: PublicAccount): PublicFigures {
  const { followers, follows, posts, history, newest, measuredAt } = account;
  const settled = newest.filter(({ publishedAt }) => measuredAt.getTime() - publishedAt.getTime() >= minAgeMillis);
  const visible = settled.filter(({ likes }) => likes !== null);
  const comments = settled.flatMap((post) => (post.comments === null ? [] : [post.comments]));
  const views = settled.flatMap((post) => (post.views === null ? [] : [post.views]));
  const whyNoLikes: MissingPublicFigure =
    settled.length >= minPosts && visible.length < minPosts ? 'likes_hidden' : 'too_few_posts';
  const interactions = toMedian(
    visible.map((post) => (post.likes ?? 0) + (post.comments ?? 0)),
    whyNoLikes,
  );
  return {
    followers,
    follows,
    posts,
    growth: growthDays.map((days) => toGrowth(history, days)),
    postsPerWeek: { value: round(toPostsPerWeek(newest, measuredAt), 2), missing: null },
    likesPerPost: toMedian(
      visible.map(({ likes }) => likes ?? 0),
      whyNoLikes,
    ),
    commentsPerPost: toMedian(comments, 'too_few_posts'),
    viewsPerPost: toMedian(views, settled.length >= minPosts ? 'not_reported' : 'too_few_posts'),
    engagementPerFollower:
      interactions.value === null || !followers
        ? { value: null, missing: interactions.missing ?? 'too_few_posts' }
        : { value: round((interactions.value / followers) * 100, 3), missing: null },
    countedPosts: settled.length,
    hiddenLikes: settled.length - visible.length,
    history: history.map(({ day, followers: count }) => ({ day, followers: count })),
  };
}

function toGrowth(history: readonly FollowerDay[], days: FollowerGrowth['days']): FollowerGrowth {
  const [first, last] = [history[0], history.at(-1)];
  const none = (missing: MissingPublicFigure): FollowerGrowth => ({ days, change: null, percent: null, missing });
  if (!first || !last) return none('history_too_short');
  const target = addDays(last.day, -days);
  if (first.day > target) return none('history_too_short');
  const base = history.findLast(({ day }) => day <= target);
  if (!base || countDays(base.day, target) - 1 > toleranceDays) return none('day_missing');
  const change = last.followers - base.followers;
  return {
    days,
    change,
    percent: base.followers > 0 ? round((change / base.followers) * 100, 2) : null,
    missing: null,
  };
}

function toPostsPerWeek(newest: readonly CountedPost[], measuredAt: Date): number {
  const now = measuredAt.getTime();
  const from = now - rateDays * dayMillis;
  const times = newest.map(({ publishedAt }) => publishedAt.getTime()).filter((time) => time <= now);
  const oldest = Math.min(...times);
  const isCut = times.length >= maxPeerPosts && oldest > from;
  const spanMillis = isCut ? Math.max(dayMillis, now - oldest) : rateDays * dayMillis;
  const count = times.filter((time) => time > from).length;
  return (count / spanMillis) * 7 * dayMillis;
}

function toMedian(values: number[], missing: MissingPublicFigure): PublicValue {
  return values.length < minPosts ? { value: null, missing } : { value: median(values), missing: null };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the share of peers below the own value; a tie counts half. */
export function toRank(own: number | null, peers: readonly (number | null)[]): PeerRank | null {
  const values = peers.filter((value) => value !== null);
  if (own === null || values.length < minRankedPeers) return null;
  const below = values.filter((value) => value < own).length;
  const equal = values.filter((value) => value === own).length;
  return { percentile: Math.round(((below + equal / 2) / values.length) * 100), peers: values.length };
}

export function toRanks(own: PublicFigures, peers: readonly PublicFigures[]): Record<RankedFigure, PeerRank | null> {
  const rank = (figure: RankedFigure) =>
    toRank(
      toRankedValue(own, figure),
      peers.map((peer) => toRankedValue(peer, figure)),
    );
  const [followers, growth, postsPerWeek, likesPerPost, commentsPerPost, viewsPerPost, engagementPerFollower] =
    rankedFigures;
  return {
    [followers]: rank(followers),
    [growth]: rank(growth),
    [postsPerWeek]: rank(postsPerWeek),
    [likesPerPost]: rank(likesPerPost),
    [commentsPerPost]: rank(commentsPerPost),
    [viewsPerPost]: rank(viewsPerPost),
    [engagementPerFollower]: rank(engagementPerFollower),
  };
}

function toRankedValue(figures: PublicFigures, figure: RankedFigure): number | null {
  if (figure === 'followers') return figures.followers;
  if (figure === 'growth') return figures.growth.find(({ days }) => days === 30)?.percent ?? null;
  return figures[figure].value;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
