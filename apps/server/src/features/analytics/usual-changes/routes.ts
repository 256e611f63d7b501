import { getUsualChanges } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { loadUsualChanges } from './load-usual-changes.ts';

export function usualChangeRoutes({ db }: AnalyticsDeps) {
  return [
    route(getUsualChanges, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      return loadUsualChanges(db, scope, toPeriod(body.startDate, body.endDate));
    }),
  ];
}
