import { addDays, type BestTime, bestTimeWeeks, onlineDays, type TimedFormat } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toBestTime } from '../formulas/best-time.ts';
import { hoursOfWeek, toHourOfWeek } from '../formulas/weekly-effects.ts';
import { countOnlineDays, listCountedPosts, listOnlineHours, type OnlineHour } from './queries.ts';

const hour = 3_600_000;
/** Younger posts still collect most of their interactions. */
const minAgeMillis = 48 * hour;

interface BestTimeDeps {
  db: Database;
  now: Date;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
}

/** How posts of each hour of the week did, and when followers are online, in a time zone. */
export async function loadBestTime(
  { db, now, dayZone }: BestTimeDeps,
  scope: AccountScope,
  { zone, format }: { zone: string; format: TimedFormat | null },
): Promise<BestTime> {
  const fromDay = addDays(dayIn(dayZone, now), -onlineDays);
  const [posts, online, days] = await Promise.all([
    listCountedPosts(db, scope, {
      from: new Date(now.getTime() - bestTimeWeeks * 7 * 24 * hour),
      to: new Date(now.getTime() - minAgeMillis),
      zone,
      format,
    }),
    listOnlineHours(db, scope, { fromDay, zone, dayZone }),
    countOnlineDays(db, scope, fromDay),
  ]);
  const followers = online.length > 0 ? toWeek(online) : null;
  return { ...toBestTime(posts, followers), online: followers && { days, followers } };
}

function toWeek(online: readonly OnlineHour[]): (number | null)[] {
  const week = Array.from<number | null>({ length: hoursOfWeek }).fill(null);
  for (const { followers, ...time } of online) week[toHourOfWeek(time)] = Math.round(followers);
  return week;
}
