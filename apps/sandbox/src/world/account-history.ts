import type { AccountProfile } from './account-profile.ts';
import type { Calendar, DayNumber } from './calendar.ts';
import { toWeekday } from './calendar.ts';
import { chance, factor, toWhole } from './chance.ts';
import type { DayRecord, MainSurface } from './day-record.ts';
import { countButtons, interactionsOfDay, mainSurfaces, sumBy } from './day-record.ts';
import { maturity } from './media-ageing.ts';
import type { MediaItem } from './media-item.ts';
import { toSurfaceCounts, unknownPeople } from './rare-segments.ts';
import { sizeTrend } from './size-trend.ts';

const surfaceOfKind = { image: 'POST', carousel: 'CAROUSEL_CONTAINER', reel: 'REEL', story: 'STORY' } as const;
/** Days for which a post contributes to its account's metrics. */
export const feltDays = 45;
const audienceMood = [1.06, 0.96, 0.94, 0.97, 1.0, 1.02, 1.08];
/** Reach of old posts and the profile itself, as a share of the account's size. */
const evergreen: Record<MainSurface, number> = { POST: 0.03, CAROUSEL_CONTAINER: 0.026, REEL: 0.085, STORY: 0, AD: 0 };
const viewsPerReach: Record<MainSurface, number> = {
  POST: 1.25,
  CAROUSEL_CONTAINER: 1.45,
  REEL: 1.35,
  STORY: 1.1,
  AD: 1.6,
};
const likesPerReach: Record<MainSurface, number> = {
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

type MainCounts = Record<MainSurface, number>;

interface DayInputs {
  account: AccountProfile;
  calendar: Calendar;
  day: DayNumber;
  firstDay: DayNumber;
  followersBefore: number;
  /** Feed posts from the last `feltDays` days, and stories from this and the previous day. */
  felt: readonly MediaItem[];
}

export function recordOfDay(inputs: DayInputs): DayRecord {
  const { account, day, firstDay, followersBefore } = inputs;
  const { seed } = account;
  const size = sizeTrend(account, day - firstDay);
  const mood = (audienceMood[toWeekday(day)] ?? 1) * factor(seed, day, 1, 0.09);
  const gained = toDeltas(inputs, mood);
  const expected = countMain((surface, index) => {
    const quiet = size * quietShare(account, surface, day) * mood * factor(seed, day, 10 + index, 0.16);
    return addExpected(gained[surface], quiet, surface);
  });

  const whole = (value: number, channel: number) => toWhole(value, chance(seed, day, 100 + channel));
  const each = (kind: keyof Expected, channel: number) =>
    countMain((surface, index) => whole(expected[surface][kind], channel * 8 + index));
  const split = (counts: MainCounts) => toSurfaceCounts(account, counts);
  const reach = each('reach', 1);
  const plainViews = each('views', 2);
  const views = countMain((surface) => Math.max(reach[surface], plainViews[surface]));

  const cells = Object.values(reach);
  const largest = Math.max(...cells);
  const reachTotal = Math.round(largest + 0.64 * (sumBy(reach) - largest));
  const followerShare = Math.min(0.92, Math.max(0.08, 1 - gained.nonFollowerShare));
  const followerReach = Math.min(Math.round(reachTotal * followerShare), Math.floor(followersBefore * 0.9));
  const unknownReach = unknownPeople(account, day, reachTotal - followerReach);
  const repeats = sumBy(views) - reachTotal;
  const followerViews = followerReach + Math.round(repeats * Math.min(0.95, followerShare + 0.1));

  const shifted = Math.max(0, sizeTrend(account, day + 1 - firstDay) - size);
  const churn = size * (0.0005 + 0.0006 * chance(seed, 2, 1));
  const follows = whole((shifted * 0.75 + churn) * mood * factor(seed, day, 4, 0.3) + gained.follows, 90);
  const unfollows = Math.min(followersBefore, whole(churn * factor(seed, day, 5, 0.25) + gained.follows * 0.1, 91));

  const record: DayRecord = {
    day,
    views: split(views),
    reach: split(reach),
    likes: split(each('likes', 3)),
    comments: split(each('comments', 4)),
    saves: split(each('saves', 5)),
    shares: split(each('shares', 6)),
    reposts: split(each('reposts', 7)),
    replies: whole(gained.replies, 92),
    followerReach,
    nonFollowerReach: reachTotal - followerReach - unknownReach,
    unknownReach,
    followerViews,
    nonFollowerViews: sumBy(views) - followerViews - unknownReach,
    unknownViews: unknownReach,
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

function quietShare(account: AccountProfile, surface: MainSurface, day: DayNumber): number {
  if (account.postsPerWeek === 0) return surface === 'POST' ? 0.012 : 0;
  if (surface !== 'AD') return evergreen[surface];
  const isCampaignWeek = account.advertises && chance(account.seed, Math.floor(day / 9), 50) < 0.3;
  return isCampaignWeek ? 0.12 : 0;
}

function addExpected(gained: Expected, quietReach: number, surface: MainSurface): Expected {
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

function toDeltas({ account, calendar, day, felt }: DayInputs, mood: number) {
  const bySurface = countMain(() => ({
    reach: 0,
    views: 0,
    likes: 0,
    comments: 0,
    saves: 0,
    shares: 0,
    reposts: 0,
  }));
  const [from, until] = [calendar.startOfDay(day), calendar.startOfDay(day + 1)];
  let [replies, follows, strangers, everyone] = [0, 0, 0, 0];
  for (const media of felt) {
    const delta =
      mood * (maturity(media.kind, until - media.publishedAt) - maturity(media.kind, from - media.publishedAt));
    if (delta <= 0) continue;
    const { finals } = media;
    const cell = bySurface[surfaceOfKind[media.kind]];
    cell.reach += finals.reach * delta;
    cell.views += finals.views * delta;
    cell.likes += finals.likes * delta;
    cell.comments += finals.comments * delta;
    cell.saves += finals.saved * delta;
    cell.shares += finals.shares * delta;
    cell.reposts += finals.reposts * delta;
    replies += finals.replies * delta;
    follows += finals.follows * delta;
    strangers += finals.reach * delta * media.nonFollowerShare;
    everyone += finals.reach * delta;
  }
  // The same people watch several of the day's stories.
  const stories = felt.filter((media) => media.kind === 'story' && media.day === day).length;
  bySurface.STORY.reach /= Math.max(1, stories * 0.55);
  const quietStrangers = 0.22 + 0.16 * chance(account.seed, 3, 1);
  const nonFollowerShare = everyone === 0 ? quietStrangers : (strangers / everyone) * 0.8 + quietStrangers * 0.2;
  return { ...bySurface, replies, follows, nonFollowerShare };
}

function countMain<Count>(count: (surface: MainSurface, index: number) => Count): Record<MainSurface, Count> {
  const [post, carousel, reel, story, ad] = mainSurfaces.map(count);
  if (post === undefined || carousel === undefined || reel === undefined || story === undefined || ad === undefined)
    throw new Error('five surfaces are counted');
  return { POST: post, CAROUSEL_CONTAINER: carousel, REEL: reel, STORY: story, AD: ad };
}
