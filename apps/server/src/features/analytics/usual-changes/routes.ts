import { getUsualChanges } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { pastDays, toUsualChanges } from '../formulas/usual-changes.ts';
import { sumPastPeriods } from './queries.ts';

export function usualChangeRoutes({ db }: AnalyticsDeps) {
  return [
    route(getUsualChanges, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const past = pastDays(toPeriod(body.startDate, body.endDate));
      return toUsualChanges(past ? await sumPastPeriods(db, scope, past.period, past.length) : []);
    }),
  ];
}
