import { getBreakdown } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toBreakdown } from '../formulas/breakdown.ts';
import { countDays, toPeriod } from '../period.ts';
import { sumMetric } from './queries.ts';

export function breakdownRoutes({ db }: { db: Database }) {
  return [
    route(getBreakdown, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const sums = await sumMetric(db, scope, metric, period);
      return toBreakdown(metric, sums, { days: countDays(period), accounts: scope.accountIds.length });
    }),
  ];
}
