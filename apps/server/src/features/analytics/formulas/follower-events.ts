import { robustDeviation } from './robust-band.ts';
import { median } from './sample.ts';

export interface FollowerFall {
  followers: number;
  /** Followers lost within the week. */
  lost: number;
  /** Change in a usual week; negative if the account usually loses followers. */
  usual: number;
}

const week = 7;
/** Earlier weeks, in steps by day, that show how followers usually change. */
const fallWindow = 84;
const minChanges = 42;
/** Half the band's width, as for days. */
const fallDeviations = 4;
/** Weekly changes are never steadier than this share of the followers. */
const minFallDeviation = 0.001;
const minLost = 10;

const firstMilestone = 100;

/** Returns the highest number 1, 2 or 5 × 10ⁿ, from 100 on, above `highestBefore` and up to `followers`. */
export function findMilestone(highestBefore: number, followers: number): number | null {
  let found: number | null = null;
  for (let power = firstMilestone; power <= followers; power *= 10)
    for (const milestone of [power, 2 * power, 5 * power])
      if (milestone > highestBefore && milestone <= followers) found = milestone;
  return found;
}

/** Returns the fall if followers fell over a week by more than is usual for the changes in the 12 weeks before. */
export function findFollowerFall(followers: readonly (number | null)[], at: number): FollowerFall | null {
  const now = followers[at] ?? null;
  const before = followers[at - week] ?? null;
  if (now === null || before === null || before - now < minLost) return null;
  const changes: number[] = [];
  for (let end = Math.max(week, at - week - fallWindow + 1); end <= at - week; end += 1) {
    const change = toWeeklyChange(followers, end);
    if (change !== null) changes.push(change);
  }
  if (changes.length < minChanges) return null;
  const deviation = Math.max(minFallDeviation, robustDeviation(changes));
  const usualChange = median(changes);
  const isFall = Math.log(Math.max(1, now) / before) < Math.min(0, usualChange) - fallDeviations * deviation;
  return isFall ? { followers: now, lost: before - now, usual: Math.round(before * Math.expm1(usualChange)) } : null;
}

function toWeeklyChange(followers: readonly (number | null)[], at: number): number | null {
  const now = followers[at] ?? null;
  const before = followers[at - week] ?? null;
  return now === null || before === null || now === 0 || before === 0 ? null : Math.log(now / before);
}
