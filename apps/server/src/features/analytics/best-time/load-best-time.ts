import { addDays, type BestTime, bestTimeWeeks, onlineDays, type TimedFormat } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toBestTime } from '../formulas/best-time.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import { toOnlineWeek } from '../formulas/online-week.ts';
import { listByHand, listLabelRows } from '../labels/queries.ts';
import { countOnlineDays, listCountedPosts, listOnlineHours } from './queries.ts';

const hour = 3_600_000;
/** Younger posts still collect most of their interactions. */
const minAgeMillis = 48 * hour;

interface BestTimeDeps {
  db: Database;
  now: Date;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
}

interface BestTimeQuestion {
  zone: string;
  format: TimedFormat | null;
  /** User whose labels mark posts as part of a series. */
  userId: string;
}

/** Loads how posts did in each weekly hour, and when followers are online, in a time zone. */
export async function loadBestTime(
  { db, now, dayZone }: BestTimeDeps,
  scope: AccountScope,
  { zone, format, userId }: BestTimeQuestion,
): Promise<BestTime> {
  const fromDay = addDays(dayIn(dayZone, now), -onlineDays);
  const [posts, names, online, days] = await Promise.all([
    listCountedPosts(db, scope, {
      from: new Date(now.getTime() - bestTimeWeeks * 7 * 24 * hour),
      to: new Date(now.getTime() - minAgeMillis),
      zone,
      format,
    }),
    listLabelNames(db, scope, userId),
    listOnlineHours(db, scope, { fromDay, zone, dayZone }),
    countOnlineDays(db, scope, fromDay),
  ]);
  const followers = toOnlineWeek(online);
  const tagged = posts.map((post) => ({ ...post, tags: [...post.hashtags, ...(names.get(toMediaKey(post)) ?? [])] }));
  return { ...toBestTime(tagged, followers), online: followers && { days, followers } };
}

/** Returns the names of manual labels, by `toMediaKey`. Labels with a rule may be about the hour itself. */
async function listLabelNames(db: Database, scope: AccountScope, userId: string): Promise<Map<string, string[]>> {
  const labels = (await listLabelRows(db, userId)).filter(({ rule }) => rule === null);
  const names = new Map(labels.map(({ label_id: id, name }) => [id, name]));
  const labelled = await listByHand(db, scope, [...names.keys()]);
  return new Map(
    [...Map.groupBy(labelled, toMediaKey)].map(([key, rows]) => [
      key,
      rows.flatMap(({ label_id: id }) => names.get(id) ?? []),
    ]),
  );
}
