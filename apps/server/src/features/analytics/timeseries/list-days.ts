import type { AccountMetric, Timeseries } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import { listMetricDays } from './queries.ts';

type DaysByAccount = Timeseries['perAccount'];

/** Every day of the period for every account; null for days that were never fetched. */
export async function listDaysByAccount(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<DaysByAccount> {
  const rows = await listMetricDays(db, scope, metric, period);
  const days = daysIn(period);
  const perAccount: DaysByAccount = Object.fromEntries(
    scope.accountIds.map((id) => [id, days.map((date) => ({ date, value: null, isClosed: date < today }))]),
  );
  const toPlace = new Map(days.map((day, place) => [day, place]));
  for (const { account_id, day, value, complete } of rows) {
    const known = perAccount[account_id]?.[toPlace.get(day) ?? days.length];
    if (!known) continue;
    known.value = value;
    known.isClosed = complete;
  }
  return perAccount;
}
