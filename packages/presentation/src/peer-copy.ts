import type { FollowerGrowth, MissingPublicFigure, Peer, PublicFigures, RankedFigure } from '@tidemark/contract';
import { dayLabel, plural, wholeNumber } from './format.ts';

export const peerFigureTitles: Record<RankedFigure, string> = {
  followers: 'Followers',
  growth: 'Growth in 30 days',
  postsPerWeek: 'Posts per week',
  likesPerPost: 'Likes per post',
  commentsPerPost: 'Comments per post',
  viewsPerPost: 'Views per post',
  engagementPerFollower: 'Engagement per follower',
};

/** Explains each figure, in its column's tooltip. */
export const peerFigureMeanings: Record<Exclude<RankedFigure, 'growth'>, string> = {
  followers: 'As of the last measurement',
  postsPerWeek: 'Over the last 28 days, or the span of the newest 25 posts',
  likesPerPost: 'Median of the newest 25 posts at least two days old, excluding hidden likes',
  commentsPerPost: 'Median of the newest 25 posts at least two days old',
  viewsPerPost: 'Median of the newest 25 posts at least two days old, including ads',
  engagementPerFollower: 'Median likes and comments per post, divided by followers; excludes posts with hidden likes',
};

/** Explains a missing value. */
export function explainMissing(
  missing: MissingPublicFigure,
  { history, hiddenLikes }: Pick<PublicFigures, 'history' | 'hiddenLikes'>,
): string {
  const [first] = history;
  switch (missing) {
    case 'history_too_short':
      return first ? `Measured since ${dayLabel(first.day)}` : 'Not measured yet';
    case 'day_missing':
      return 'The first days were not measured';
    case 'likes_hidden':
      return `${hiddenLikes} ${plural(hiddenLikes, 'post')} hide${hiddenLikes === 1 ? 's' : ''} likes`;
    case 'not_reported':
      return 'Instagram doesn’t report views for these posts';
    case 'too_few_posts':
      return 'Fewer than three posts to compare';
  }
}

export function signedNumber(value: number): string {
  return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${wholeNumber(Math.abs(value))}`;
}

export function signedTenths(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return Number(text) === 0 ? '0%' : `${value > 0 ? '+' : '−'}${text}%`;
}

export function growthOf({ growth }: PublicFigures, days: FollowerGrowth['days']): FollowerGrowth {
  return growth.find((one) => one.days === days) ?? { days, change: null, percent: null, missing: 'history_too_short' };
}

/** Explains a peer's problem, with dates formatted by the caller; null if there is none. */
export function explainState(
  { state, since }: Pick<Peer, 'state' | 'since'>,
  toDay: (instant: string) => string,
): string | null {
  if (state === 'ok') return null;
  const day = since ? ` since ${toDay(since)}` : '';
  return state === 'unavailable' ? `Not available${day}` : `Waiting for your Meta login${day}`;
}
