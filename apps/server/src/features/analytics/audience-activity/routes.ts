import { getMediaActivity, getTopFormat } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { preferredFormat } from '../formulas/activity.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { loadActivity } from './load-activity.ts';
import { loadFollowersPeak } from './load-followers-peak.ts';
import { sumFormats } from './queries.ts';

export function audienceActivityRoutes({ db, clock, dayZone }: Pick<AnalyticsDeps, 'db' | 'clock' | 'dayZone'>) {
  return [
    route(getMediaActivity, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const zone = toPostZone(body.timeZone);
      const [activity, followersPeak] = await Promise.all([
        loadActivity(db, scope, { period: toPeriod(body.isoStart, body.isoEnd), zone }),
        loadFollowersPeak(db, scope, { now: clock(), zone: zone ?? dayZone, dayZone }),
      ]);
      return { ...activity, followersPeak };
    }),

    route(getTopFormat, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const sums = await sumFormats(db, scope, {
        period: toPeriod(body.isoStart, body.isoEnd),
        zone: toPostZone(body.timeZone),
      });
      return { preferredFormat: preferredFormat(sums) };
    }),
  ];
}
