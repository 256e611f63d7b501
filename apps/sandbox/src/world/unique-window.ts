import type { AccountTimeline } from './account-timeline.ts';
import type { DayNumber } from './calendar.ts';
import { chance } from './chance.ts';
import type { DayRecord, SurfaceCounts } from './day-record.ts';
import { countSurfaces } from './day-record.ts';

/**
 * Unique people over several days: fewer than the days' sum, at least the largest day, and never fewer for a longer
 * window.
 */
export interface UniqueWindow {
  reach: number;
  followerReach: number;
  nonFollowerReach: number;
  unknownReach: number;
  reachBySurface: SurfaceCounts;
  engaged: number;
}

export function uniqueWindow(
  timeline: AccountTimeline,
  first: DayNumber,
  last: DayNumber,
  now: number,
): UniqueWindow | undefined {
  const records: DayRecord[] = [];
  for (let day = Math.max(first, timeline.firstDay); day <= last; day += 1) {
    const record = timeline.dayAt(day, now);
    if (record) records.push(record);
  }
  if (records.length === 0) return undefined;
  const power = 1.24 + 0.16 * chance(timeline.account.seed, 4, 1);
  const unite = (toCount: (record: DayRecord) => number) => overlapping(records.map(toCount), power);
  const followerReach = unite((record) => record.followerReach);
  const nonFollowerReach = unite((record) => record.nonFollowerReach);
  const unknownReach = unite((record) => record.unknownReach);
  const reach = followerReach + nonFollowerReach + unknownReach;
  return {
    reach,
    followerReach,
    nonFollowerReach,
    unknownReach,
    reachBySurface: countSurfaces((surface) =>
      Math.min(
        reach,
        unite((record) => record.reach[surface]),
      ),
    ),
    engaged: Math.min(
      reach,
      unite((record) => record.engaged),
    ),
  };
}

/** Returns the p-norm of the days: for p = 1 people never overlap, for p → ∞ they overlap completely. */
function overlapping(counts: number[], power: number): number {
  const largest = Math.max(...counts);
  if (largest === 0 || counts.length === 1) return largest;
  const sum = counts.reduce((total, count) => total + (count / largest) ** power, 0);
  return Math.floor(largest * sum ** (1 / power) + 1e-9);
}
