import { columnsType, getTimeseries } from '@tidemark/contract';
import { toTimeseries } from '@tidemark/contract/day-columns';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { loadDayColumns } from './list-days.ts';
import { loadUsualDays } from './load-usual-days.ts';

/** Ignored: the answer in columns has been sent. */
const sent = { perAccount: {}, previousPerAccount: null, usual: null };

export function timeseriesRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getTimeseries, async ({ viewer, params: { metric }, body, reply }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const today = dayIn(dayZone, clock());
      const previous = toComparisonPeriod(body);
      const period = toPeriod(body.startDate, body.endDate);
      const [columns, compared, usual] = await Promise.all([
        loadDayColumns({ db, today }, scope, metric, period),
        previous && loadDayColumns({ db, today }, scope, metric, previous),
        loadUsualDays(db, scope, metric, period),
      ]);
      const answer = { columns, previous: compared, usual };
      if (!reply.request.headers.accept?.includes(columnsType)) return toTimeseries(answer);
      await reply.type(columnsType).serializer(JSON.stringify).send(answer);
      return sent;
    }),
  ];
}
