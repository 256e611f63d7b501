import { getMediaActivity, getTopFormat } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { preferredFormat } from '../formulas/activity.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { loadActivity } from './load-activity.ts';
import { sumFormats } from './queries.ts';

export function audienceActivityRoutes({ db }: { db: Database }) {
  return [
    route(getMediaActivity, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      return loadActivity(db, scope, { period: toPeriod(body.isoStart, body.isoEnd), zone: toPostZone(body.timeZone) });
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
