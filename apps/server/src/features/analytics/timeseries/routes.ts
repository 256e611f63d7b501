import { getTimeseries } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { listDaysByAccount } from './list-days.ts';

export function timeseriesRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getTimeseries, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const today = dayIn(dayZone, clock());
      const previous = toComparisonPeriod(body);
      const [perAccount, previousPerAccount] = await Promise.all([
        listDaysByAccount({ db, today }, scope, metric, toPeriod(body.startDate, body.endDate)),
        previous && listDaysByAccount({ db, today }, scope, metric, previous),
      ]);
      return { perAccount, previousPerAccount };
    }),
  ];
}
