import { addDays, type MediaActivity, onlineDays } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { listOnlineHours } from '../best-time/queries.ts';
import { findBusiestHour, toOnlineWeek } from '../formulas/online-week.ts';

/** Returns the weekly hour with the most followers online, as on the best-time page. */
export async function loadFollowersPeak(
  db: Database,
  scope: AccountScope,
  { now, zone, dayZone }: { now: Date; zone: string; dayZone: string },
): Promise<MediaActivity['followersPeak']> {
  const fromDay = addDays(dayIn(dayZone, now), -onlineDays);
  const week = toOnlineWeek(await listOnlineHours(db, scope, { fromDay, zone, dayZone }));
  return week && findBusiestHour(week);
}
