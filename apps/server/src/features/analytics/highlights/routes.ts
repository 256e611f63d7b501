import { getMedia, listMediaOfRange } from '@tidemark/contract';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toMediaType } from '../formulas/media-item.ts';
import { precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { toPostZone, toPublishedDay } from '../published-within.ts';
import { loadMedia } from './load-media.ts';
import { listPublished } from './queries.ts';

export function highlightRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(listMediaOfRange, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const zone = toPostZone(body.timeZone);
      const rows = await listPublished(db, scope, { period: toPeriod(body.isoStart, body.isoEnd), zone });
      return rows.map((row) => ({
        mediaId: row.media_id,
        accountId: row.account_id,
        mediaType: toMediaType(row),
        timestamp: row.published_at.toISOString(),
        day: toPublishedDay(row, zone),
      }));
    }),

    route(getMedia, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.isoStart, body.isoEnd);
      return loadMedia({ db, now: clock(), dayZone }, scope, {
        period,
        previous: toComparisonPeriod(body) ?? precedingPeriod(period),
        zone: toPostZone(body.timeZone),
        mode: body.filterMode,
        page: body.page ?? 0,
      });
    }),
  ];
}
