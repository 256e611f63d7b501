import { getTimeseries, type Timeseries } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { daysIn, toPeriod } from '../formulas/period.ts';
import { listMetricDays } from './queries.ts';

type TimeseriesDay = Timeseries['perAccount'][string][number];

export function timeseriesRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getTimeseries, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const rows = await listMetricDays(db, scope, metric, period);
      const today = dayIn(dayZone, clock());
      const days = daysIn(period);
      const perAccount = Object.fromEntries(
        scope.accountIds.map((id) => [
          id,
          days.map((date): TimeseriesDay => ({ date, value: null, isClosed: date < today })),
        ]),
      );
      const toPlace = new Map(days.map((day, place) => [day, place]));
      for (const { account_id, day, value, complete } of rows) {
        const known = perAccount[account_id]?.[toPlace.get(day) ?? days.length];
        if (!known) continue;
        known.value = value;
        known.isClosed = complete;
      }
      return { perAccount };
    }),
  ];
}
