import { getBreakdown } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { loadBreakdown } from './load-breakdown.ts';

export function breakdownRoutes({ db, clock, dayZone, requestWindows }: AnalyticsDeps) {
  return [
    route(getBreakdown, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const today = dayIn(dayZone, clock());
      const period = toPeriod(body.startDate, body.endDate);
      const { breakdowns, ...rest } = await loadBreakdown({ db, today, requestWindows }, scope, metric, period);
      const isFirst = ({ dimensionKeys: [key] }: (typeof breakdowns)[number]) => key === body.dimension;
      return {
        ...rest,
        breakdowns: breakdowns.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))),
      };
    }),
  ];
}
