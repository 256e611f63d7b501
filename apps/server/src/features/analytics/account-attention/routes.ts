import { getAccountAttention } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { loadAttention } from './load-attention.ts';

export function accountAttentionRoutes({ db, clock, dayZone, requestWindows }: AnalyticsDeps) {
  return [
    route(getAccountAttention, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const accounts = await loadAttention({ db, today: dayIn(dayZone, clock()), requestWindows }, scope, {
        current: toPeriod(body.cStart, body.cEnd),
        previous: toComparisonPeriod(body),
      });
      return { accounts };
    }),
  ];
}
