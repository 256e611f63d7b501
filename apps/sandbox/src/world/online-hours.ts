import type { AccountProfile } from './account-profile.ts';
import type { DayNumber } from './calendar.ts';
import { weekdayOf } from './calendar.ts';
import { factor } from './chance.ts';

/** How awake the followers of one time zone are, hour by hour of their own clock. */
const awake = [
  0.2, 0.12, 0.08, 0.07, 0.09, 0.2, 0.42, 0.66, 0.72, 0.66, 0.6, 0.64, 0.78, 0.74, 0.62, 0.58, 0.62, 0.74, 0.88, 0.98,
  1, 0.92, 0.68, 0.4,
];

/** Followers seen online in each hour of the insight day. */
export function onlineFollowers(account: AccountProfile, day: DayNumber, followers: number): Record<string, number> {
  const weekend = [0, 6].includes(weekdayOf(day)) ? 1.06 : 1;
  const hours: Record<string, number> = {};
  for (let hour = 0; hour < 24; hour += 1) {
    const share = 0.36 * awakeAt(account, hour) * weekend * factor(account.seed, day, 200 + hour, 0.06);
    hours[String(hour)] = Math.min(followers, Math.floor(followers * share));
  }
  return hours;
}

function awakeAt(account: AccountProfile, hour: number): number {
  const local = (hour + account.utcOffset + 24) % 24;
  return 0.82 * (awake[local] ?? 0) + 0.18 * 0.55;
}

/** The share of a day's people who have come by when `fraction` of the day has passed. */
export function shareOfDayPassed(account: AccountProfile, fraction: number): number {
  let [passed, all] = [0, 0];
  for (let hour = 0; hour < 24; hour += 1) {
    const weight = awakeAt(account, hour);
    all += weight;
    passed += weight * Math.min(1, Math.max(0, fraction * 24 - hour));
  }
  return passed / all;
}
