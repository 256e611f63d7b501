import type { AccountProfile } from './account-profile.ts';
import type { DayNumber } from './calendar.ts';
import { chance, factor, toWhole } from './chance.ts';

export type MediaKind = 'image' | 'carousel' | 'reel' | 'story';

export interface MediaTotals {
  reach: number;
  views: number;
  likes: number;
  comments: number;
  saved: number;
  shares: number;
  reposts: number;
  replies: number;
  follows: number;
  profileVisits: number;
  linkClicks: number;
}

export interface MediaItem {
  id: string;
  account: AccountProfile;
  day: DayNumber;
  slot: number;
  kind: MediaKind;
  /** Stories are pictures or short videos; a reel is always a video. */
  isVideo: boolean;
  publishedAt: number;
  isViral: boolean;
  nonFollowerShare: number;
  hidesLikes: boolean;
  /** Flagged for copyright: Instagram returns no media_url. */
  isFlagged: boolean;
  childCount: number;
  /** Views added by advertising, as a share of the organic views; 0 for a post that is not boosted. */
  paidShare: number;
  /** Instagram corrects some lifetime totals downwards, once. */
  correction: { age: number; share: number } | undefined;
  /** Final totals; `totalsAt` has those at an instant. */
  finals: MediaTotals;
}

interface Rates {
  reach: number;
  viewsPerReach: number;
  likes: number;
  saved: number;
  shares: number;
  nonFollowers: number;
}

const rates: Record<Exclude<MediaKind, 'story'>, Rates> = {
  image: { reach: 0.27, viewsPerReach: 1.18, likes: 0.062, saved: 0.006, shares: 0.004, nonFollowers: 0.24 },
  carousel: { reach: 0.33, viewsPerReach: 1.45, likes: 0.056, saved: 0.018, shares: 0.007, nonFollowers: 0.31 },
  reel: { reach: 0.6, viewsPerReach: 1.27, likes: 0.047, saved: 0.01, shares: 0.016, nonFollowers: 0.58 },
};

/** Returns a reach factor: small accounts reach a larger share of their followers. */
function reachOfSize(size: number): number {
  return size * Math.min(3, (Math.max(size, 20) / 5_000) ** -0.12);
}

export function feedFinals(seed: number, kind: Exclude<MediaKind, 'story'>, place: number, size: number) {
  const rate = rates[kind];
  const dice = (channel: number) => chance(seed, place, channel);
  const isViral = dice(40) < (kind === 'reel' ? 0.05 : 0.012);
  const boost = isViral ? 4 + 14 * dice(41) ** 2 : 1;
  const warmth = (isViral ? 0.72 : 1) * factor(seed, place, 2, 0.26);
  const reach = reachOfSize(size) * rate.reach * factor(seed, place, 1, 0.36) * boost;
  const likes = reach * rate.likes * warmth;
  const nonFollowerShare = isViral ? 0.86 : Math.min(0.9, rate.nonFollowers * factor(seed, place, 3, 0.15));
  const shares = reach * rate.shares * (isViral ? 1.7 : 1) * factor(seed, place, 5, 0.4);
  const finals: MediaTotals = {
    reach,
    views: reach * (rate.viewsPerReach + 0.3 * dice(6)),
    likes,
    comments: likes * 0.032 * factor(seed, place, 7, 0.5),
    saved: reach * rate.saved * factor(seed, place, 8, 0.4),
    shares,
    reposts: shares * 0.14 * factor(seed, place, 9, 0.3),
    replies: 0,
    follows: reach * nonFollowerShare * 0.0014 * factor(seed, place, 10, 0.4),
    profileVisits: reach * 0.011 * factor(seed, place, 11, 0.3),
    linkClicks: 0,
  };
  return { finals: whole(finals, seed, place), isViral, nonFollowerShare };
}

export function storyFinals(seed: number, place: number, size: number): MediaTotals {
  const reach = reachOfSize(size) * 0.058 * factor(seed, place, 1, 0.24);
  const rounded = whole(
    {
      reach,
      views: reach * (1.04 + 0.12 * chance(seed, place, 6)),
      likes: 0,
      comments: 0,
      saved: 0,
      shares: reach * 0.004 * factor(seed, place, 5, 0.5),
      reposts: reach * 0.0006,
      replies: reach * 0.007 * factor(seed, place, 7, 0.6),
      follows: reach * 0.0006,
      profileVisits: reach * 0.009 * factor(seed, place, 11, 0.3),
      linkClicks: chance(seed, place, 12) < 0.35 ? reach * 0.012 : 0,
    },
    seed,
    place,
  );
  return rounded;
}

function whole(totals: MediaTotals, seed: number, place: number): MediaTotals {
  const round = (expected: number, channel: number) => toWhole(expected, chance(seed, place, 60 + channel));
  const reach = Math.max(1, round(totals.reach, 0));
  return {
    reach,
    views: Math.max(reach, round(totals.views, 1)),
    likes: Math.min(reach, round(totals.likes, 2)),
    comments: round(totals.comments, 3),
    saved: Math.min(reach, round(totals.saved, 4)),
    shares: round(totals.shares, 5),
    reposts: round(totals.reposts, 6),
    replies: round(totals.replies, 7),
    follows: round(totals.follows, 8),
    profileVisits: round(totals.profileVisits, 9),
    linkClicks: round(totals.linkClicks, 10),
  };
}
