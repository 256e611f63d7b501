import { getTimeseries } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { daysIn, toPeriod } from '../period.ts';
import { listMetricDays } from './queries.ts';

export function timeseriesRoutes({ db }: { db: Database }) {
  return [
    route(getTimeseries, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const rows = await listMetricDays(db, scope, metric, period);
      const values = new Map(scope.accountIds.map((id) => [id, new Map<string, number | null>()]));
      for (const row of rows) values.get(row.account_id)?.set(row.day, row.value);
      const days = daysIn(period);
      return {
        perAccount: Object.fromEntries(
          scope.accountIds.map((id) => [id, days.map((date) => ({ date, value: values.get(id)?.get(date) ?? null }))]),
        ),
      };
    }),
  ];
}
