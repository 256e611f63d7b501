import { getMedia, listMediaOfRange, mostMediaAtOnce } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { addDays } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { mediaTypeOf, toMediaItem } from '../formulas/media-item.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { countDays, toPeriod } from '../period.ts';
import { listPosts } from '../posts/queries.ts';
import { listPublished, sumGains } from './queries.ts';

export function highlightRoutes({ db }: { db: Database }) {
  return [
    route(listMediaOfRange, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const rows = await listPublished(db, scope, toPeriod(body.isoStart, body.isoEnd));
      return rows.map((row) => ({
        mediaId: row.media_id,
        accountId: row.account_id,
        mediaType: mediaTypeOf(row),
        timestamp: row.published_at.toISOString(),
        day: row.published_day,
      }));
    }),

    route(getMedia, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.isoStart, body.isoEnd);
      const previous = { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) };
      const { rows, total } = await listPosts(db, scope, {
        period,
        mode: body.filterMode,
        search: '',
        format: null,
        sort: [{ field: 'timestamp', sort: 'desc' }],
        page: body.page ?? 0,
        pageSize: mostMediaAtOnce,
      });
      const ids = rows.map((row) => row.media_id);
      const [gains, previousGains] = await Promise.all([
        sumGains(db, scope, ids, period),
        sumGains(db, scope, ids, previous),
      ]);
      return {
        total,
        media: rows.map((row) =>
          toMediaItem({
            post: toPostRow(row, { days: [], gains: new Map(), viralityMax: 0 }),
            mediaType: mediaTypeOf(row),
            day: row.published_day,
            gains: gains.get(row.media_id),
            previousGains: previousGains.get(row.media_id),
            previousTo: previous.to,
          }),
        ),
      };
    }),
  ];
}
