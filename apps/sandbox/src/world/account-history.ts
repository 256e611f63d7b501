import type { AccountProfile } from './account-profile.ts';
import type { Calendar, DayNumber } from './calendar.ts';
import { weekdayOf } from './calendar.ts';
import { chance, factor, wholeOf } from './chance.ts';
import type { DayRecord, Surface } from './day-record.ts';
import { countButtons, countSurfaces, interactionsOfDay, sumOf, surfaces } from './day-record.ts';
import { maturity } from './media-ageing.ts';
import type { MediaItem } from './media-item.ts';
import { sizeTrend } from './size-trend.ts';

const surfaceOfKind = { image: 'POST', carousel: 'CAROUSEL_CONTAINER', reel: 'REEL', story: 'STORY' } as const;
/** How long a post's own numbers are felt in its account's days. */
export const feltDays = 45;
const audienceMood = [1.06, 0.96, 0.94, 0.97, 1.0, 1.02, 1.08];
/** Reach of old posts and of the profile itself, as a share of the account's size. */
const evergreen: Record<Surface, number> = { POST: 0.03, CAROUSEL_CONTAINER: 0.026, REEL: 0.085, STORY: 0, AD: 0 };
const viewsPerReach: Record<Surface, number> = {
  POST: 1.25,
  CAROUSEL_CONTAINER: 1.45,
  REEL: 1.35,
  STORY: 1.1,
  AD: 1.6,
};
const likesPerReach: Record<Surface, number> = {
  POST: 0.03,
  CAROUSEL_CONTAINER: 0.028,
  REEL: 0.026,
  STORY: 0,
  AD: 0.008,
};

interface Expected {
  reach: number;
  views: number;
  likes: number;
  comments: number;
  saves: number;
  shares: number;
  reposts: number;
}

interface DayInputs {
  account: AccountProfile;
  calendar: Calendar;
  day: DayNumber;
  firstDay: DayNumber;
  followersBefore: number;
  /** Feed posts of the last `feltDays` days and the stories of this day and the day before. */
  felt: readonly MediaItem[];
}

export function recordOfDay(inputs: DayInputs): DayRecord {
  const { account, day, firstDay, followersBefore } = inputs;
  const { seed } = account;
  const size = sizeTrend(account, day - firstDay);
  const mood = (audienceMood[weekdayOf(day)] ?? 1) * factor(seed, day, 1, 0.09);
  const gained = gainsOf(inputs, mood);
  const expected = countExpected((surface, index) => {
    const quiet = size * quietShare(account, surface, day) * mood * factor(seed, day, 10 + index, 0.16);
    return addExpected(gained[surface], quiet, surface);
  });

  const whole = (value: number, channel: number) => wholeOf(value, chance(seed, day, 100 + channel));
  const each = (kind: keyof Expected, channel: number) =>
    countSurfaces((surface, index) => whole(expected[surface][kind], channel * 8 + index));
  const reach = each('reach', 1);
  const plainViews = each('views', 2);
  const views = countSurfaces((surface) => Math.max(reach[surface], plainViews[surface]));

  const cells = Object.values(reach);
  const largest = Math.max(...cells);
  const reachTotal = Math.round(largest + 0.64 * (sumOf(reach) - largest));
  const followerShare = Math.min(0.92, Math.max(0.08, 1 - gained.nonFollowerShare));
  const followerReach = Math.min(Math.round(reachTotal * followerShare), Math.floor(followersBefore * 0.9));
  const nonFollowerReach = reachTotal - followerReach;
  const repeats = sumOf(views) - reachTotal;
  const followerViews = followerReach + Math.round(repeats * Math.min(0.95, followerShare + 0.1));

  const shifted = Math.max(0, sizeTrend(account, day + 1 - firstDay) - size);
  const churn = size * (0.0005 + 0.0006 * chance(seed, 2, 1));
  const follows = whole((shifted * 0.75 + churn) * mood * factor(seed, day, 4, 0.3) + gained.follows, 90);
  const unfollows = Math.min(followersBefore, whole(churn * factor(seed, day, 5, 0.25) + gained.follows * 0.1, 91));

  const record: DayRecord = {
    day,
    views,
    reach,
    likes: each('likes', 3),
    comments: each('comments', 4),
    saves: each('saves', 5),
    shares: each('shares', 6),
    reposts: each('reposts', 7),
    replies: whole(gained.replies, 92),
    followerReach,
    nonFollowerReach,
    followerViews,
    nonFollowerViews: sumOf(views) - followerViews,
    engaged: 0,
    profileViews: whole(reachTotal * 0.022 * factor(seed, day, 6, 0.2), 93),
    websiteClicks: account.website === '' ? 0 : whole(reachTotal * 0.0024 * factor(seed, day, 7, 0.3), 94),
    linkTaps: countButtons((_, index) =>
      whole(reachTotal * (buttonShare[index] ?? 0) * factor(seed, day, 30 + index, 0.3), 95 + index),
    ),
    follows,
    unfollows,
    followersEnd: followersBefore + follows - unfollows,
  };
  const interactions = interactionsOfDay(record);
  record.engaged = Math.min(reachTotal, Math.floor(interactions * (0.68 + 0.14 * chance(seed, day, 8))));
  return record;
}

const buttonShare = [0.0003, 0.0006, 0.0009, 0.0011, 0.0002, 0.0001];

function quietShare(account: AccountProfile, surface: Surface, day: DayNumber): number {
  if (account.postsPerWeek === 0) return surface === 'POST' ? 0.012 : 0;
  if (surface !== 'AD') return evergreen[surface];
  const isCampaignWeek = account.advertises && chance(account.seed, Math.floor(day / 9), 50) < 0.3;
  return isCampaignWeek ? 0.12 : 0;
}

function addExpected(gained: Expected, quietReach: number, surface: Surface): Expected {
  const likes = quietReach * likesPerReach[surface];
  return {
    reach: gained.reach + quietReach,
    views: gained.views + quietReach * viewsPerReach[surface],
    likes: gained.likes + likes,
    comments: gained.comments + likes * 0.03,
    saves: gained.saves + quietReach * (surface === 'STORY' ? 0 : 0.005),
    shares: gained.shares + quietReach * 0.004,
    reposts: gained.reposts + quietReach * 0.0004,
  };
}

function gainsOf({ account, calendar, day, felt }: DayInputs, mood: number) {
  const bySurface = countExpected(() => ({
    reach: 0,
    views: 0,
    likes: 0,
    comments: 0,
    saves: 0,
    shares: 0,
    reposts: 0,
  }));
  const [from, until] = [calendar.startOf(day), calendar.startOf(day + 1)];
  let [replies, follows, strangers, everyone] = [0, 0, 0, 0];
  for (const media of felt) {
    const gain =
      mood * (maturity(media.kind, until - media.publishedAt) - maturity(media.kind, from - media.publishedAt));
    if (gain <= 0) continue;
    const { finals } = media;
    const cell = bySurface[surfaceOfKind[media.kind]];
    cell.reach += finals.reach * gain;
    cell.views += finals.views * gain;
    cell.likes += finals.likes * gain;
    cell.comments += finals.comments * gain;
    cell.saves += finals.saved * gain;
    cell.shares += finals.shares * gain;
    cell.reposts += finals.reposts * gain;
    replies += finals.replies * gain;
    follows += finals.follows * gain;
    strangers += finals.reach * gain * media.nonFollowerShare;
    everyone += finals.reach * gain;
  }
  // The same people watch the day's stories one after the other.
  const stories = felt.filter((media) => media.kind === 'story' && media.day === day).length;
  bySurface.STORY.reach /= Math.max(1, stories * 0.55);
  const quietStrangers = 0.22 + 0.16 * chance(account.seed, 3, 1);
  const nonFollowerShare = everyone === 0 ? quietStrangers : (strangers / everyone) * 0.8 + quietStrangers * 0.2;
  return { ...bySurface, replies, follows, nonFollowerShare };
}

function countExpected(count: (surface: Surface, index: number) => Expected): Record<Surface, Expected> {
  const [post, carousel, reel, story, ad] = surfaces.map(count);
  if (!post || !carousel || !reel || !story || !ad) throw new Error('five surfaces are counted');
  return { POST: post, CAROUSEL_CONTAINER: carousel, REEL: reel, STORY: story, AD: ad };
}
