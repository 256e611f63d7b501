import type { AccountProfile } from './account-profile.ts';
import type { DayNumber } from './calendar.ts';
import { toWeekday } from './calendar.ts';
import { factor } from './chance.ts';

/** One time zone's follower activity at each local hour. */
const awake = [
  0.2, 0.12, 0.08, 0.07, 0.09, 0.2, 0.42, 0.66, 0.72, 0.66, 0.6, 0.64, 0.78, 0.74, 0.62, 0.58, 0.62, 0.74, 0.88, 0.98,
  1, 0.92, 0.68, 0.4,
];

/** Returns the followers online in each hour of an insight day that starts at `startHour` UTC. */
export function onlineFollowers(
  account: AccountProfile,
  { day, startHour, followers }: { day: DayNumber; startHour: number; followers: number },
): Record<string, number> {
  const weekend = [0, 6].includes(toWeekday(day)) ? 1.06 : 1;
  const hours: Record<string, number> = {};
  for (let hour = 0; hour < 24; hour += 1) {
    const share = 0.36 * awakeAt(account, startHour + hour) * weekend * factor(account.seed, day, 200 + hour, 0.06);
    hours[String(hour)] = Math.min(followers, Math.floor(followers * share));
  }
  return hours;
}

function awakeAt(account: AccountProfile, utcHour: number): number {
  const local = Math.floor(utcHour + account.utcOffset + 48) % 24;
  return 0.82 * (awake[local] ?? 0) + 0.18 * 0.55;
}

/** Returns the factor by which the publishing hour changes a post's results: higher while many people are awake. */
export function timingEffect(localHour: number): number {
  return ((awake[localHour] ?? 0) / 0.8) ** 1.2;
}

/** Returns the share of a day's people who have been active when `fraction` of the day has passed. */
export function shareOfDayPassed(account: AccountProfile, fraction: number, startHour: number): number {
  let [passed, all] = [0, 0];
  for (let hour = 0; hour < 24; hour += 1) {
    const weight = awakeAt(account, startHour + hour);
    all += weight;
    passed += weight * Math.min(1, Math.max(0, fraction * 24 - hour));
  }
  return passed / all;
}
