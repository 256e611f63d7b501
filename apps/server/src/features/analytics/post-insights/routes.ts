import { addDays, aggregateMedia, getOpportunities, opportunityDays } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { countBasis, toOpportunities } from '../formulas/opportunities.ts';
import { precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { loadAggregate } from './load-aggregate.ts';
import { countKnown, listAdviceCells } from './queries.ts';

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
      const ids = mediaIds && [...new Set(mediaIds)];
      if (ids && (await countKnown(db, scope, ids)) !== ids.length) throw new ApiError('media_not_found');
      const { to } = toPeriod(endDate, endDate);
      const lookBackPeriod = { from: addDays(to, 1 - opportunityDays), to };
      const cells = await listAdviceCells(db, scope, ids ? { ids } : lookBackPeriod, toPostZone(timeZone));
      return {
        from: ids ? null : lookBackPeriod.from,
        to: ids ? null : lookBackPeriod.to,
        ...countBasis(cells),
        opportunities: toOpportunities(cells),
      };
    }),
  ];
}
