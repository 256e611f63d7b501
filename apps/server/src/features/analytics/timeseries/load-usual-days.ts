import { type AccountMetric, addDays, type Timeseries } from '@tidemark/contract';
import { fewAccounts, toUsualDays } from '@tidemark/presentation';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import { type MetricColumn, metricColumns } from '../metric-columns.ts';
import { sumMetricDays, type TotalDay } from './queries.ts';

/** More lines say nothing about what is usual, and the weeks before a longer range say little about its end. */
const most = { accounts: fewAccounts, days: 31 };
const daysBefore = 84;

const shareDays = createSharedStatements<MetricColumn, TotalDay[]>(Object.values(metricColumns));

/** Loads what is usual for each day of all accounts together; null for many accounts or a long range. */
export async function loadUsualDays(
  db: Database,
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<Timeseries['usual']> {
  const days = daysIn(period);
  if (scope.accountIds.length > most.accounts || days.length > most.days) return null;
  const column = metricColumns[metric];
  const before = { from: addDays(period.from, -daysBefore), to: addDays(period.from, -1) };
  const totals = await shareDays(scope, `${before.from} ${before.to}`, [column], (columns) =>
    sumMetricDays(db, scope, columns, before),
  );
  const usual = toUsualDays(
    days,
    totals.map(({ date, [column]: value = null }) => ({ date, value })),
  );
  return usual.some((day) => day !== null) ? usual : null;
}
