import type { AccountProfile } from './account-profile.ts';
import type { Calendar, DayNumber } from './calendar.ts';
import { feltDays, recordOfDay } from './account-history.ts';
import type { DayRecord } from './day-record.ts';
import { partOfDay } from './day-record.ts';
import type { MediaItem } from './media-item.ts';
import { storyLife } from './media-ageing.ts';
import { feedOfDay, storiesOfDay } from './media-schedule.ts';
import { onlineFollowers, shareOfDayPassed } from './online-hours.ts';

/** One account's history, generated and cached on demand. */
export interface AccountTimeline {
  account: AccountProfile;
  firstDay: DayNumber;
  /** The first day with insights; later than the first day for a converted account. */
  insightsSince: DayNumber;
  /** Returns a complete past day, today so far, or undefined outside the account's lifetime. */
  dayAt: (day: DayNumber, now: number) => DayRecord | undefined;
  followersBefore: (day: DayNumber) => number;
  followersAt: (now: number) => number;
  /** Returns the followers online in each hour of the insight day. */
  onlineFollowers: (day: DayNumber) => Record<string, number>;
  /** Returns posts published by `now`, newest first, without stories. */
  feedAt: (now: number) => MediaItem[];
  storiesLiveAt: (now: number) => MediaItem[];
  /** Stories that expired within the last `days` days, newest first. */
  storiesEndedBy: (now: number, days: number) => MediaItem[];
  findMedia: (day: DayNumber, slot: number) => MediaItem | undefined;
}

/** Only the newest posts contribute on busy accounts, which limits the cost of generating history. */
const maxFeltPosts = 60;

export function createTimeline(
  account: AccountProfile,
  accountIndex: number,
  calendar: Calendar,
  anchor: DayNumber,
): AccountTimeline {
  const firstDay = anchor - account.history;
  const insightsSince = account.converted === undefined ? firstDay : anchor - account.converted;
  const startFollowers = Math.round(account.followers * account.startShare);
  const scheduled = { account, accountIndex, firstDay, calendar };
  const days: DayRecord[] = [];
  const feed: MediaItem[] = [];
  const feedByDay: MediaItem[][] = [];
  const storiesByDay = new Map<DayNumber, MediaItem[]>();
  let hasFlagged = false;

  function listFeed(day: DayNumber): MediaItem[] {
    while (firstDay + feedByDay.length <= day) {
      const made = feedOfDay(scheduled, firstDay + feedByDay.length).toSorted((a, b) => a.publishedAt - b.publishedAt);
      for (const media of made) {
        media.isFlagged = account.hasFlaggedVideo && !hasFlagged && media.isVideo && feed.length > 250;
        hasFlagged ||= media.isFlagged;
      }
      feedByDay.push(made);
      feed.push(...made);
    }
    return day < firstDay ? [] : (feedByDay[day - firstDay] ?? []);
  }

  function listStories(day: DayNumber): MediaItem[] {
    if (day < firstDay) return [];
    const known = storiesByDay.get(day);
    if (known) return known;
    const made = storiesOfDay(scheduled, day);
    storiesByDay.set(day, made);
    return made;
  }

  function completeDay(day: DayNumber): DayRecord | undefined {
    if (day < firstDay) return undefined;
    while (firstDay + days.length <= day) {
      const next = firstDay + days.length;
      listFeed(next);
      const recent = feedByDay.slice(Math.max(0, days.length - feltDays), days.length + 1).flat();
      const felt = recent.slice(-maxFeltPosts);
      felt.push(...listStories(next - 1), ...listStories(next));
      const followersBefore = days.at(-1)?.followersEnd ?? startFollowers;
      days.push(recordOfDay({ account, calendar, day: next, firstDay, followersBefore, felt }));
    }
    return days[day - firstDay];
  }

  function followersBefore(day: DayNumber): number {
    return completeDay(day - 1)?.followersEnd ?? startFollowers;
  }

  function dayAt(day: DayNumber, now: number): DayRecord | undefined {
    const today = calendar.dayAt(now);
    if (day > today || day < firstDay) return undefined;
    const whole = completeDay(day);
    if (day < today || !whole) return whole;
    return partOfDay(
      whole,
      shareOfDayPassed(account, calendar.dayFraction(now), calendar.startHour(day)),
      followersBefore(day),
    );
  }

  return {
    account,
    firstDay,
    insightsSince,
    dayAt,
    followersBefore,
    followersAt: (now) => dayAt(calendar.dayAt(now), now)?.followersEnd ?? startFollowers,
    onlineFollowers: (day) =>
      onlineFollowers(account, { day, startHour: calendar.startHour(day), followers: followersBefore(day) }),
    feedAt(now) {
      listFeed(calendar.dayAt(now));
      return feed.filter((media) => media.publishedAt <= now).toReversed();
    },
    storiesLiveAt(now) {
      const today = calendar.dayAt(now);
      return [...listStories(today - 1), ...listStories(today), ...listStories(today - 2)]
        .filter((media) => media.publishedAt <= now && now - media.publishedAt < storyLife)
        .toSorted((a, b) => b.publishedAt - a.publishedAt);
    },
    storiesEndedBy(now, days) {
      const today = calendar.dayAt(now);
      return Array.from({ length: days + 2 }, (_, back) => listStories(today - back))
        .flat()
        .filter(({ publishedAt }) => now - publishedAt >= storyLife && now - publishedAt < days * storyLife)
        .toSorted((a, b) => b.publishedAt - a.publishedAt);
    },
    findMedia(day, slot) {
      if (day < firstDay || day > firstDay + 40_000) return undefined;
      return [...listFeed(day), ...listStories(day)].find((media) => media.slot === slot);
    },
  };
}
