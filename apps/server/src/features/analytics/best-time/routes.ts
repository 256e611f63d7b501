import { getBestTime } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPostZone } from '../published-within.ts';
import { loadBestTime } from './load-best-time.ts';

export function bestTimeRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getBestTime, async ({ viewer, body: { accountId, timeZone, format } }) => {
      const scope = await requireAccounts(db, viewer, [accountId]);
      const zone = toPostZone(timeZone) ?? dayZone;
      return loadBestTime({ db, now: clock(), dayZone }, scope, { zone, format, userId: viewer.userId });
    }),
  ];
}
