import { countMedia, queryPosts } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { ownAccounts, requireAccounts } from '../../accounts/index.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { daysIn, toPeriod } from '../period.ts';
import { countPosts, listPosts, listReachGains, type MediaRow } from './queries.ts';

export function postRoutes({ db }: { db: Database }) {
  return [
    route(queryPosts, async ({ viewer, body: { grid, filters, accountIds } }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const period = toPeriod(filters.isoStart, filters.isoEnd);
      const { rows, total } = await listPosts(db, scope, {
        period,
        mode: filters.filterMode,
        search: filters.query.trim().toLocaleLowerCase('und'),
        format: grid.filterModel?.items[0]?.value ?? null,
        sort: grid.sortModel,
        ...grid.paginationModel,
      });
      const gains = Map.groupBy(
        await listReachGains(
          db,
          scope,
          rows.map((row) => row.media_id),
          period,
        ),
        (gain) => gain.media_id,
      );
      const days = daysIn(period);
      const viralityMax = Math.max(0, ...rows.map((row) => row.virality));
      return {
        totalRowCount: total,
        rows: rows.map((row) => {
          const byDay = new Map((gains.get(row.media_id) ?? []).map(({ day, reach }) => [day, reach]));
          return toPostRow(row, {
            days,
            viralityMax,
            gains: new Map(days.filter((day) => isObserved(row, day)).map((day) => [day, byDay.get(day) ?? 0])),
          });
        }),
      };
    }),

    route(countMedia, async ({ viewer }) => ({ total: await countPosts(db, await ownAccounts(db, viewer)) })),
  ];
}

/** A day's gain is known when readings stand before it and after it, or when the post was first read on its first day. */
function isObserved(row: MediaRow, day: string): boolean {
  const first = row.first_observed_at.toISOString().slice(0, 10);
  return (
    day <= row.observed_at.toISOString().slice(0, 10) && (day > first || (day === first && row.published_day === first))
  );
}
