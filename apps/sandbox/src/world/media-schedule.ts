import type { AccountProfile } from './account-profile.ts';
import type { Calendar, DayNumber } from './calendar.ts';
import { toWeekday } from './calendar.ts';
import { chance, pick, toWhole } from './chance.ts';
import { mediaId } from './media-ids.ts';
import type { MediaItem, MediaKind } from './media-item.ts';
import { feedFinals, storyFinals } from './media-item.ts';
import { timingEffect } from './online-hours.ts';
import { sizeTrend } from './size-trend.ts';

const hour = 3_600_000;
const firstStorySlot = 50;
const weekdayMood = [0.7, 1.1, 1.15, 1.1, 1.2, 1.05, 0.7];
const postingHours = [7, 8, 11, 12, 12, 16, 17, 18, 18, 19, 19, 20, 21];
const storyHours = [7, 8, 9, 11, 12, 13, 15, 17, 18, 19, 20, 21, 22];

interface Scheduled {
  account: AccountProfile;
  accountIndex: number;
  firstDay: DayNumber;
  calendar: Calendar;
}

export function feedOfDay({ account, accountIndex, firstDay, calendar }: Scheduled, day: DayNumber): MediaItem[] {
  const { seed } = account;
  const expected = (account.postsPerWeek / 7) * (weekdayMood[toWeekday(day)] ?? 1);
  const count = toWhole(expected, chance(seed, day, 20));
  return Array.from({ length: count }, (_, slot) => {
    const place = day * 100 + slot;
    const kind = toKind(account, chance(seed, place, 21));
    const localHour = pick(postingHours, chance(seed, place, 22));
    const made = feedFinals(seed, kind, place, sizeTrend(account, day - firstDay) * timingEffect(localHour));
    return {
      id: mediaId({ account: accountIndex, day, slot, child: 0 }),
      account,
      day,
      slot,
      kind,
      isVideo: kind === 'reel',
      publishedAt: localInstant(account, calendar, day, localHour, chance(seed, place, 23)),
      hidesLikes: account.hidesAllLikes || (account.hidesSomeLikes && chance(seed, place, 24) < 0.06),
      isFlagged: false,
      paidShare: account.advertises && chance(seed, place, 26) < 0.09 ? 0.3 + 1.2 * chance(seed, place, 27) : 0,
      correction: correctionFor(seed, place),
      childCount: kind === 'carousel' ? 2 + Math.floor(chance(seed, place, 25) * 7) : 0,
      ...made,
    };
  });
}

export function storiesOfDay({ account, accountIndex, firstDay, calendar }: Scheduled, day: DayNumber): MediaItem[] {
  const { seed } = account;
  const expected = account.storiesPerDay * (0.55 + 0.9 * chance(seed, day, 30));
  const count = Math.min(12, toWhole(expected, chance(seed, day, 31)));
  return Array.from({ length: count }, (_, index) => {
    const slot = firstStorySlot + index;
    const place = day * 100 + slot;
    return {
      id: mediaId({ account: accountIndex, day, slot, child: 0 }),
      account,
      day,
      slot,
      kind: 'story' as const,
      isVideo: chance(seed, place, 32) < 0.35,
      publishedAt: localInstant(
        account,
        calendar,
        day,
        pick(storyHours, chance(seed, place, 22)),
        chance(seed, place, 23),
      ),
      isViral: false,
      nonFollowerShare: 0.04,
      hidesLikes: false,
      isFlagged: false,
      childCount: 0,
      paidShare: 0,
      correction: undefined,
      finals: storyFinals(seed, place, sizeTrend(account, day - firstDay)),
    };
  });
}

function correctionFor(seed: number, place: number): MediaItem['correction'] {
  if (chance(seed, place, 28) >= 0.012) return undefined;
  return {
    age: (15 + Math.floor(chance(seed, place, 29) * 200)) * 24 * hour,
    share: 0.3 + 0.4 * chance(seed, place, 33),
  };
}

function toKind(account: AccountProfile, dice: number): Exclude<MediaKind, 'story'> {
  const [image, carousel, reel] = account.formats;
  const at = dice * (image + carousel + reel);
  return at < image ? 'image' : at < image + carousel ? 'carousel' : 'reel';
}

/** Returns an instant for the account's local time, clamped to the insight day it belongs to. */
function localInstant(
  account: AccountProfile,
  calendar: Calendar,
  day: DayNumber,
  localHour: number,
  dice: number,
): number {
  const hourOfDay = (localHour - account.utcOffset - calendar.startHour(day) + 72) % 24;
  const start = calendar.startOfDay(day);
  const length = calendar.startOfDay(day + 1) - start;
  const instant = Math.min(length - 1000, hourOfDay * hour + Math.floor(dice * 3600) * 1000);
  return start + instant;
}
