import type { AccountMetric, Breakdown } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import { toBreakdown } from '../formulas/breakdown.ts';
import { metricColumns } from '../metric-columns.ts';
import type { Period } from '../formulas/period.ts';
import { type RequestWindows, toMissingWindows } from '../requested-windows.ts';
import { sumParts } from './queries.ts';

export async function loadBreakdown(
  { db, today, requestWindows }: { db: Database; today: string; requestWindows: RequestWindows },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<Breakdown> {
  const [figures, parts] = await Promise.all([
    loadFigures({ db, today }, scope, [metricColumns[metric]], period),
    sumParts(db, scope, metric, period),
  ]);
  const missing = metric === 'reach' ? toMissingWindows(figures) : [];
  if (missing.length > 0) requestWindows(missing);
  return toBreakdown(metric, figures, parts);
}
