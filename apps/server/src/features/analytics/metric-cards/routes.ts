import { getMetricCard } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toMetricCard } from '../formulas/metric-card.ts';
import { countDays, toPeriod } from '../period.ts';
import { sumDays, sumAccountDays } from './queries.ts';

export function metricCardRoutes({ db }: { db: Database }) {
  return [
    route(getMetricCard, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const now = toPeriod(body.cStart, body.cEnd);
      const before = toPeriod(body.pStart, body.pEnd);
      const [current, previous, series] = await Promise.all([
        sumAccountDays(db, scope, now),
        sumAccountDays(db, scope, before),
        sumDays(db, scope, now),
      ]);
      return toMetricCard(
        metric,
        { current, previous, series },
        { days: countDays(now), previousDays: countDays(before) },
      );
    }),
  ];
}
