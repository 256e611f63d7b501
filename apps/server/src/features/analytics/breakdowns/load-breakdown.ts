import { type AccountMetric, accountMetrics, type Breakdown } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { loadFigures } from '../account-figures/load-figures.ts';
import { createSharedStatements } from '../account-figures/shared-statements.ts';
import { toBreakdown } from '../formulas/breakdown.ts';
import { metricColumns } from '../metric-columns.ts';
import type { Period } from '../formulas/period.ts';
import { type RequestWindows, toMissingWindows } from '../requested-windows.ts';
import { sumOtherReach, sumParts } from './queries.ts';

const shareParts = createSharedStatements<AccountMetric, Awaited<ReturnType<typeof sumParts>>>(accountMetrics);

export async function loadBreakdown(
  { db, today, requestWindows }: { db: Database; today: string; requestWindows: RequestWindows },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<Breakdown> {
  const [figures, partsByMetric, otherReach] = await Promise.all([
    loadFigures({ db, today }, scope, [metricColumns[metric]], period),
    shareParts(scope, `${period.from} ${period.to}`, [metric], (metrics) => sumParts(db, scope, metrics, period)),
    metric === 'reach' ? sumOtherReach(db, scope, period) : null,
  ]);
  const parts = partsByMetric[metric];
  if (!parts) throw new Error(`The parts of ${metric} were not summed`);
  const missing = metric === 'reach' ? toMissingWindows(figures) : [];
  if (missing.length > 0) void requestWindows(missing);
  return toBreakdown(metric, figures, { ...parts, other: otherReach });
}
