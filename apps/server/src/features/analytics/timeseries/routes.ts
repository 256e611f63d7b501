import { getTimeseries, type Timeseries } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { daysIn, toPeriod } from '../period.ts';
import { listMetricDays } from './queries.ts';

type TimeseriesDay = Timeseries['perAccount'][string][number];

export function timeseriesRoutes({ db }: { db: Database }) {
  return [
    route(getTimeseries, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const rows = await listMetricDays(db, scope, metric, period);
      const days = daysIn(period);
      const perAccount = Object.fromEntries(
        scope.accountIds.map((id) => [id, days.map((date): TimeseriesDay => ({ date, value: null }))]),
      );
      const placeOf = new Map(days.map((day, place) => [day, place]));
      for (const { account_id, day, value } of rows) {
        const known = perAccount[account_id]?.[placeOf.get(day) ?? days.length];
        if (known) known.value = value;
      }
      return { perAccount };
    }),
  ];
}
