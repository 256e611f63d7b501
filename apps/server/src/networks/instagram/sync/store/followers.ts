import { addDays } from '@tidemark/contract';
import type { DayFigures } from '../../../../features/sync/index.ts';

/**
 * Returns followers at each day's end, derived backwards from a day with a known number by undoing daily changes. Stops
 * at the first day without reported changes.
 */
export function deriveFollowers(
  days: ReadonlyMap<string, DayFigures>,
  anchor: { day: string; followers: number } | null,
): Map<string, number> {
  const reckoned = new Map<string, number>();
  if (!anchor) return reckoned;
  let followers = anchor.followers;
  let day = anchor.day;
  for (;;) {
    reckoned.set(day, followers);
    const figures = days.get(day);
    if (
      figures?.follows === undefined ||
      figures.follows === null ||
      figures.unfollows === undefined ||
      figures.unfollows === null
    )
      return reckoned;
    followers = followers - figures.follows + figures.unfollows;
    day = addDays(day, -1);
  }
}

/** Returns followers at the previous day's end: subtracts the day's new followers and adds its lost followers. */
export function followersBefore(
  after: { followers: number | null; follows: number | null; unfollows: number | null } | undefined,
  day: string,
): { day: string; followers: number } | null {
  if (!after || after.followers === null || after.follows === null || after.unfollows === null) return null;
  return { day, followers: after.followers - after.follows + after.unfollows };
}
