import { aggregateMedia, getOpportunities } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { loadAggregate } from './load-aggregate.ts';
import { loadOpportunities } from './load-opportunities.ts';

export function postInsightRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(aggregateMedia, async ({ viewer, body }) => {
      const { startDate, endDate, accountIds, mediaIds, metricNames } = body;
      const scope = await requireAccounts(db, viewer, accountIds);
      const period = toPeriod(startDate, endDate);
      return loadAggregate({ db, now: clock(), dayZone }, scope, {
        period,
        previous: toComparisonPeriod(body) ?? precedingPeriod(period),
        ids: mediaIds && [...new Set(mediaIds)],
        names: metricNames,
        zone: toPostZone(body.timeZone),
      });
    }),

    route(getOpportunities, async ({ viewer, body: { endDate, accountIds, mediaIds, timeZone } }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const { to } = toPeriod(endDate, endDate);
      return loadOpportunities(db, scope, { to, ids: mediaIds && [...new Set(mediaIds)], zone: toPostZone(timeZone) });
    }),
  ];
}
