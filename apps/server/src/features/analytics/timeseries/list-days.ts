import type { AccountMetric, Timeseries } from '@tidemark/contract';
import { toDays, type DayColumns } from '@tidemark/contract/day-columns';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import { type MetricColumn, metricColumns } from '../metric-columns.ts';
import { listMetricDays, type StoredDays } from './queries.ts';

type DaysByAccount = Timeseries['perAccount'];

const shareDays = createSharedStatements<MetricColumn, StoredDays[]>(Object.values(metricColumns));

/** Returns every day in the period for every account; null for days that were never fetched. */
export async function loadDayColumns(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<DayColumns> {
  const column = metricColumns[metric];
  const rows = await shareDays(scope, `${period.from} ${period.to}`, [column], (columns) =>
    listMetricDays(db, scope, columns, period),
  );
  const days = daysIn(period);
  const stored = new Map(rows.map((row) => [row.account_id, row]));
  const perAccount = scope.accountIds.map((id) => {
    const values = days.map((): number | null => null);
    const isOpen = days.map((day) => day >= today);
    const row = stored.get(id);
    for (const [index, place] of row?.places.entries() ?? []) {
      values[place] = row?.values[column]?.[index] ?? null;
      isOpen[place] = !row?.complete[index];
    }
    return [id, { values, open: [...isOpen.keys()].filter((place) => isOpen[place]) }];
  });
  return { first: period.from, last: period.to, perAccount: Object.fromEntries(perAccount) };
}

/** Returns the same days as rows. */
export async function listDaysByAccount(...given: Parameters<typeof loadDayColumns>): Promise<DaysByAccount> {
  return toDays(await loadDayColumns(...given));
}
