import { countMedia, type PostRow, queryPosts, toSearchText } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { ownAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { daysIn, toPeriod } from '../formulas/period.ts';
import { loadLabelCondition } from '../labels/label-condition.ts';
import { toPostZone } from '../published-within.ts';
import { countPosts, findLastFirstSync, listPosts, listReachDeltas, type MediaRow } from './queries.ts';

export function postRoutes({ db, dayZone }: AnalyticsDeps) {
  return [
    route(queryPosts, async ({ viewer, body: { grid, filters, accountIds }, pause }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const period = toPeriod(filters.isoStart, filters.isoEnd);
      const zone = toPostZone(filters.timeZone);
      const label =
        filters.labelId === undefined
          ? null
          : await loadLabelCondition(db, scope, {
              userId: viewer.userId,
              labelId: filters.labelId,
              zone: zone ?? dayZone,
            });
      const [{ rows, total }, firstSync] = await Promise.all([
        listPosts(db, scope, {
          period,
          zone,
          mode: filters.filterMode,
          search: toSearchText(filters.query.trim()),
          format: grid.filterModel?.items[0]?.value ?? null,
          blocks: filters.publishedIn ?? null,
          label,
          sort: grid.sortModel,
          ...grid.paginationModel,
        }),
        findLastFirstSync(db, scope),
      ]);
      const deltas = Map.groupBy(await listReachDeltas(db, rows, period), toMediaKey);
      const days = daysIn(period);
      const virilityMax = Math.max(0, ...rows.map((row) => row.virality));
      const shown: PostRow[] = [];
      for (const row of rows) {
        const byDay = new Map((deltas.get(toMediaKey(row)) ?? []).map(({ day, reach }) => [day, reach]));
        const observed = new Map(listObservedDays(row, days, dayZone).map((day) => [day, byDay.get(day) ?? 0]));
        shown.push(toPostRow(row, { days, virilityMax, deltas: observed }));
        await pause();
      }
      return { activitySince: firstSync && dayIn(dayZone, firstSync), totalRowCount: total, rows: shown };
    }),

    route(countMedia, async ({ viewer }) => ({ total: await countPosts(db, await ownAccounts(db, viewer)) })),
  ];
}

/** Lists the days with known deltas: the post was synced before and after the day, or first synced on its first day. */
function listObservedDays(row: MediaRow, days: readonly string[], dayZone: string): string[] {
  const [first, last] = [dayIn(dayZone, row.first_observed_at), dayIn(dayZone, row.observed_at)];
  const isFirstKnown = row.published_day === first;
  return days.filter((day) => day <= last && (day > first || (isFirstKnown && day === first)));
}
