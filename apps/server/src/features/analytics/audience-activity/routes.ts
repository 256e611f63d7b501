import { getMediaActivity, getTopFormat } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { preferredFormat, toNameCounts, toWeek } from '../formulas/activity.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import { listActivityCells, listNamedPosts, sumFormats } from './queries.ts';

export function audienceActivityRoutes({ db }: { db: Database }) {
  return [
    route(getMediaActivity, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = { period: toPeriod(body.isoStart, body.isoEnd), zone: toPostZone(body.timeZone) };
      const [cells, names] = await Promise.all([
        listActivityCells(db, scope, period),
        listNamedPosts(db, scope, period),
      ]);
      const data = toWeek(cells);
      return {
        total: data.reduce((sum, day) => sum + day.total, 0),
        data,
        hashtags: toNameCounts(names, 'hashtags'),
        mentions: toNameCounts(names, 'mentions'),
        collabs: toNameCounts(names, 'collabs'),
      };
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
