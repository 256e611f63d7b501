import { hoursOfWeek, toHourOfWeek, toWeekSlot, type WeekSlot } from './weekly-effects.ts';

/** Returns followers online in each weekly hour from Sunday, 0:00; null where Instagram reports none. */
export function toOnlineWeek(online: readonly (WeekSlot & { followers: number })[]): (number | null)[] | null {
  if (online.length === 0) return null;
  const week = Array.from<number | null>({ length: hoursOfWeek }).fill(null);
  for (const { followers, ...time } of online) week[toHourOfWeek(time)] = Math.round(followers);
  return week;
}

/** Returns the weekly hour with the most followers online; the first if tied, null without any. */
export function findBusiestHour(week: readonly (number | null)[]): WeekSlot | null {
  const most = Math.max(0, ...week.map((followers) => followers ?? 0));
  const at = most === 0 ? -1 : week.indexOf(most);
  return at < 0 ? null : toWeekSlot(at);
}
