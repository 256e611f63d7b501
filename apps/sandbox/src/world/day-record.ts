import type { DayNumber } from './calendar.ts';

export const mainSurfaces = ['POST', 'CAROUSEL_CONTAINER', 'REEL', 'STORY', 'AD'] as const;
export type MainSurface = (typeof mainSurfaces)[number];
/** Segments that only some accounts have; returned although never requested. */
const rareSurfaces = ['CAROUSEL_ITEM', 'IGTV', 'AR_EFFECT_PREVIEW', 'UNKNOWN'] as const;
export const surfaces = [...mainSurfaces, ...rareSurfaces] as const;
export type Surface = (typeof surfaces)[number];
export type SurfaceCounts = Record<Surface, number>;

export const contactButtons = ['BOOK_NOW', 'CALL', 'DIRECTION', 'EMAIL', 'TEXT', 'UNDEFINED'] as const;
export type ContactButton = (typeof contactButtons)[number];

/**
 * One account on one day, or the part of the day that has passed. interactions = likes + comments + saves + shares +
 * reposts + replies (all replies belong to stories). Followers, non-followers and people of unknown follow type add up
 * to reach and views. Cells add up to their total, except reach by surface: someone reached on two surfaces counts on
 * both.
 */
export interface DayRecord {
  day: DayNumber;
  views: SurfaceCounts;
  reach: SurfaceCounts;
  likes: SurfaceCounts;
  comments: SurfaceCounts;
  saves: SurfaceCounts;
  shares: SurfaceCounts;
  reposts: SurfaceCounts;
  replies: number;
  followerReach: number;
  nonFollowerReach: number;
  unknownReach: number;
  followerViews: number;
  nonFollowerViews: number;
  unknownViews: number;
  engaged: number;
  profileViews: number;
  websiteClicks: number;
  linkTaps: Record<ContactButton, number>;
  follows: number;
  unfollows: number;
  followersEnd: number;
}

export function countSurfaces(count: (surface: Surface, index: number) => number): SurfaceCounts {
  return {
    POST: count('POST', 0),
    CAROUSEL_CONTAINER: count('CAROUSEL_CONTAINER', 1),
    REEL: count('REEL', 2),
    STORY: count('STORY', 3),
    AD: count('AD', 4),
    CAROUSEL_ITEM: count('CAROUSEL_ITEM', 5),
    IGTV: count('IGTV', 6),
    AR_EFFECT_PREVIEW: count('AR_EFFECT_PREVIEW', 7),
    UNKNOWN: count('UNKNOWN', 8),
  };
}

export function countButtons(count: (button: ContactButton, index: number) => number): Record<ContactButton, number> {
  return {
    BOOK_NOW: count('BOOK_NOW', 0),
    CALL: count('CALL', 1),
    DIRECTION: count('DIRECTION', 2),
    EMAIL: count('EMAIL', 3),
    TEXT: count('TEXT', 4),
    UNDEFINED: count('UNDEFINED', 5),
  };
}

export function sumBy(counts: Record<string, number>): number {
  let sum = 0;
  for (const value of Object.values(counts)) sum += value;
  return sum;
}

export function totalReach({ followerReach, nonFollowerReach, unknownReach }: DayRecord): number {
  return followerReach + nonFollowerReach + unknownReach;
}

export function surfaceInteractions(record: DayRecord, surface: Surface): number {
  const { likes, comments, saves, shares, reposts } = record;
  const replies = surface === 'STORY' ? record.replies : 0;
  return likes[surface] + comments[surface] + saves[surface] + shares[surface] + reposts[surface] + replies;
}

export function interactionsOfDay(record: DayRecord): number {
  return surfaces.reduce((sum, surface) => sum + surfaceInteractions(record, surface), 0);
}

/**
 * Returns the day after `share` of its people have been active: all counts are smaller or equal, and the invariants
 * above hold.
 */
export function partOfDay(whole: DayRecord, share: number, followersBefore: number): DayRecord {
  const part = (count: number) => Math.floor(count * share);
  const takePart = (counts: SurfaceCounts) => countSurfaces((surface) => part(counts[surface]));
  const views = takePart(whole.views);
  const allViews = sumBy(views);
  const wholeViews = whole.followerViews + whole.nonFollowerViews + whole.unknownViews;
  const followerViews = wholeViews === 0 ? 0 : Math.floor((allViews * whole.followerViews) / wholeViews + 0.5);
  const otherViews = allViews - followerViews;
  const wholeOthers = whole.nonFollowerViews + whole.unknownViews;
  const unknownViews = wholeOthers === 0 ? 0 : Math.floor((otherViews * whole.unknownViews) / wholeOthers);
  const nonFollowerViews = otherViews - unknownViews;
  const followerReach = Math.min(part(whole.followerReach), followerViews);
  const nonFollowerReach = Math.min(part(whole.nonFollowerReach), nonFollowerViews);
  const unknownReach = Math.min(part(whole.unknownReach), unknownViews);
  const reachTotal = followerReach + nonFollowerReach + unknownReach;
  const follows = part(whole.follows);
  const unfollows = part(whole.unfollows);
  const record: DayRecord = {
    day: whole.day,
    views,
    reach: countSurfaces((surface) => Math.min(part(whole.reach[surface]), reachTotal, views[surface])),
    likes: takePart(whole.likes),
    comments: takePart(whole.comments),
    saves: takePart(whole.saves),
    shares: takePart(whole.shares),
    reposts: takePart(whole.reposts),
    replies: part(whole.replies),
    followerReach,
    nonFollowerReach,
    unknownReach,
    followerViews,
    nonFollowerViews,
    unknownViews,
    engaged: 0,
    profileViews: part(whole.profileViews),
    websiteClicks: part(whole.websiteClicks),
    linkTaps: countButtons((button) => part(whole.linkTaps[button])),
    follows,
    unfollows,
    followersEnd: followersBefore + follows - unfollows,
  };
  record.engaged = Math.min(part(whole.engaged), reachTotal, interactionsOfDay(record));
  return record;
}
