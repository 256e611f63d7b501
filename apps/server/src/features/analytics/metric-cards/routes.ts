import { getMetricCard } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { loadCard } from './load-card.ts';

export function metricCardRoutes({ db, clock, dayZone, requestWindows }: AnalyticsDeps) {
  return [
    route(getMetricCard, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      return loadCard({ db, today: dayIn(dayZone, clock()), requestWindows }, scope, metric, {
        current: toPeriod(body.cStart, body.cEnd),
        previous: toComparisonPeriod(body),
      });
    }),
  ];
}
