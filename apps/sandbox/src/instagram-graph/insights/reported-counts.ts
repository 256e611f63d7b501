import type { AccountTimeline } from '../../world/account-timeline.ts';
import type { DayNumber } from '../../world/calendar.ts';
import { chance } from '../../world/chance.ts';
import type { DayRecord } from '../../world/day-record.ts';
import { uniqueWindow, type UniqueWindow } from '../../world/unique-window.ts';
import type { InsightRules } from './insight-behaviour.ts';

/** Largest deviation for a part of a unique count: parts were measured 1 to 2 % off their whole. */
const partDeviation = 0.02;
const lossChance = 0.06;
const quietLikes = 2;

/** Returns unique people as the service reports them: the whole as it is, each part as a separate estimate. */
export function reportedWindow(
  timeline: AccountTimeline,
  { first, last, now }: { first: DayNumber; last: DayNumber; now: number },
  rules: InsightRules,
): UniqueWindow | undefined {
  const unique = uniqueWindow(timeline, first, last, now);
  if (!unique || !rules.estimatesParts) return unique;
  const estimate = (count: number, channel: number) =>
    Math.round(count * (1 + partDeviation * (2 * chance(timeline.account.seed ^ first, last, 40 + channel) - 1)));
  const bySurface = Object.entries(unique.reachBySurface).map(([surface, count], index) => [
    surface,
    estimate(count, 3 + index),
  ]);
  return {
    ...unique,
    followerReach: estimate(unique.followerReach, 0),
    nonFollowerReach: estimate(unique.nonFollowerReach, 1),
    unknownReach: estimate(unique.unknownReach, 2),
    reachBySurface: { ...unique.reachBySurface, ...Object.fromEntries(bySurface) },
  };
}

/** Returns a day as the service reports it: on some quiet days, more likes are taken back than given. */
export function reportedDay(
  timeline: AccountTimeline,
  day: DayNumber,
  now: number,
  rules: InsightRules,
): DayRecord | undefined {
  const record = timeline.dayAt(day, now);
  if (!record || !rules.hasNetLosses || chance(timeline.account.seed, day, 60) >= lossChance) return record;
  const quiet = (['POST', 'CAROUSEL_CONTAINER', 'REEL'] as const).find(
    (surface) => record.likes[surface] <= quietLikes,
  );
  return quiet ? { ...record, likes: { ...record.likes, [quiet]: -1 } } : record;
}
