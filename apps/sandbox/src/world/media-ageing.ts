import type { DayNumber } from './calendar.ts';
import type { MediaItem, MediaKind, MediaTotals } from './media-item.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const storyLife = day;
/** Days for which Instagram retains a media item's insights. */
const retainedDays = 730;

export function isRetained(media: MediaItem, today: DayNumber): boolean {
  return media.day > today - retainedDays - 1;
}

const paceInHours: Record<MediaKind, number> = { image: 20, carousel: 26, reel: 46, story: 7 };

/**
 * Returns the share of its final totals that a media item has reached at an age: steep, then level, never decreasing.
 */
export function maturity(kind: MediaKind, age: number): number {
  if (age <= 0) return 0;
  if (kind === 'story') return storyCurve(Math.min(age, storyLife)) / storyCurve(storyLife);
  const early = 1 - Math.exp(-((age / hour / paceInHours[kind]) ** 0.62));
  return early * (1 + 0.012 * Math.log1p(age / day));
}

function storyCurve(age: number): number {
  return 1 - Math.exp(-((age / hour / paceInHours.story) ** 0.8));
}

export function totalsAt(media: MediaItem, instant: number): MediaTotals {
  const age = instant - media.publishedAt;
  const share = maturity(media.kind, age);
  const { finals, correction } = media;
  const reach = Math.floor(finals.reach * share);
  const remaining = correction && age >= correction.age ? 1 - correction.share : 1;
  return {
    reach: Math.floor(reach * remaining),
    views: Math.max(reach, Math.floor(finals.views * share)),
    likes: Math.min(reach, Math.floor(finals.likes * share)),
    comments: Math.floor(finals.comments * share),
    saved: Math.min(reach, Math.floor(finals.saved * share)),
    shares: Math.floor(finals.shares * share),
    reposts: Math.floor(finals.reposts * share),
    replies: Math.floor(finals.replies * share),
    follows: Math.floor(finals.follows * share * remaining),
    profileVisits: Math.floor(finals.profileVisits * share),
    linkClicks: Math.floor(finals.linkClicks * share),
  };
}

/** Returns Instagram's "total" metrics: organic values plus advertising and Facebook. */
export function totalsWithAdvertising({ paidShare }: MediaItem, { views, likes, comments }: MediaTotals) {
  return {
    views: views + Math.floor(views * paidShare),
    likes: likes + Math.floor(likes * paidShare * 0.35),
    comments: comments + Math.floor(comments * paidShare * 0.2),
  };
}

/** Every third reel is also on Facebook. */
export function facebookViews({ kind, day, slot }: MediaItem, { views }: MediaTotals): number {
  return kind === 'reel' && (day * 7 + slot) % 3 === 0 ? Math.floor(views * 0.18) : 0;
}

/** Likes, comments, saves, shares and reposts; for stories, replies, shares and reposts. */
export function getInteractions(totals: MediaTotals): number {
  return totals.likes + totals.comments + totals.saved + totals.shares + totals.reposts + totals.replies;
}

/** Returns a story's four navigation actions; they never exceed its views. */
export function getNavigation(media: MediaItem, totals: MediaTotals): Record<string, number> {
  const lean = (media.day * 7 + media.slot * 3) % 10;
  return {
    tap_forward: Math.floor(totals.views * (0.58 + lean * 0.01)),
    tap_back: Math.floor(totals.views * 0.05),
    tap_exit: Math.floor(totals.views * (0.16 - lean * 0.008)),
    swipe_forward: Math.floor(totals.views * 0.07),
  };
}

export function getProfileActivity(media: MediaItem, totals: MediaTotals): Record<string, number> {
  const visits = totals.profileVisits;
  return {
    bio_link_clicked: Math.floor(visits * (media.account.website ? 0.16 : 0)),
    email: Math.floor(visits * 0.02),
    call: Math.floor(visits * 0.01),
    direction: Math.floor(visits * 0.015),
    text: Math.floor(visits * 0.004),
    other: Math.floor(visits * 0.008),
  };
}

export function averageWatchMillis(media: MediaItem): number {
  return 3_200 + ((media.day * 131 + media.slot * 17) % 5_400);
}

export function skipRate(media: MediaItem): number {
  return Math.round((28 + ((media.day * 53 + media.slot) % 330) / 10) * 100) / 100;
}
