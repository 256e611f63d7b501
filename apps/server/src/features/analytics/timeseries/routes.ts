import { type AccountMetric, getTimeseries, type Timeseries } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { type AccountScope, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { daysIn, type Period, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { listMetricDays } from './queries.ts';

type DaysByAccount = Timeseries['perAccount'];

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

async function listDaysByAccount(
  { db, today }: { db: Database; today: string },
  scope: AccountScope,
  metric: AccountMetric,
  period: Period,
): Promise<DaysByAccount> {
  const rows = await listMetricDays(db, scope, metric, period);
  const days = daysIn(period);
  const perAccount: DaysByAccount = Object.fromEntries(
    scope.accountIds.map((id) => [id, days.map((date) => ({ date, value: null, isClosed: date < today }))]),
  );
  const toPlace = new Map(days.map((day, place) => [day, place]));
  for (const { account_id, day, value, complete } of rows) {
    const known = perAccount[account_id]?.[toPlace.get(day) ?? days.length];
    if (!known) continue;
    known.value = value;
    known.isClosed = complete;
  }
  return perAccount;
}
