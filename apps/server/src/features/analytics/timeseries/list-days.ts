import type { AccountMetric, Timeseries } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import { type MetricColumn, metricColumns } from '../metric-columns.ts';
import { listMetricDays, type StoredDays } from './queries.ts';

type DaysByAccount = Timeseries['perAccount'];

const shareDays = createSharedStatements<MetricColumn, StoredDays[]>(Object.values(metricColumns));

/** Lists every day in the period for every account; null for days that were never fetched. */
export async function listDaysByAccount(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<DaysByAccount> {
  const column = metricColumns[metric];
  const rows = await shareDays(scope, `${period.from} ${period.to}`, [column], (columns) =>
    listMetricDays(db, scope, columns, period),
  );
  const days = daysIn(period);
  const perAccount: DaysByAccount = Object.fromEntries(
    scope.accountIds.map((id) => [id, days.map((date) => ({ date, value: null, isClosed: date < today }))]),
  );
  for (const { account_id, places, complete, values } of rows)
    for (const [index, place] of places.entries()) {
      const day = perAccount[account_id]?.[place];
      if (!day) continue;
      day.value = values[column]?.[index] ?? null;
      day.isClosed = complete[index] ?? false;
    }
  return perAccount;
}
