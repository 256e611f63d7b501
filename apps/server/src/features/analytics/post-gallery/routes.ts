import { addDays, getPostGallery, toSearchText, usualDays } from '@tidemark/contract';
import { sql } from 'kysely';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { loadLabelCondition } from '../labels/label-condition.ts';
import { hasHashtag, publishedOn } from '../labels/queries.ts';
import { passesFilters } from '../posts/queries.ts';
import { toPostZone } from '../published-within.ts';
import { loadGallery } from './load-gallery.ts';

export function postGalleryRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getPostGallery, async ({ viewer, body, pause }) => {
      const { isoStart, isoEnd, timeZone, metric, sort, pick, filters, listed, posts, page, pageSize } = body;
      const { query, format, labelId, weekday, hashtag, withStories } = filters;
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const zone = toPostZone(timeZone);
      const period = toPeriod(isoStart, isoEnd);
      const weekdayZone = zone ?? dayZone;
      const conditions = [
        ...(labelId === undefined
          ? []
          : [await loadLabelCondition(db, scope, { userId: viewer.userId, labelId, zone: weekdayZone })]),
        ...(weekday === undefined ? [] : [publishedOn([weekday], weekdayZone)]),
        ...(hashtag === undefined ? [] : [hasHashtag(hashtag)]),
      ];
      return loadGallery({ db, pause }, scope, {
        period,
        usualPeriod: { from: minDay(period.from, addDays(period.to, 1 - usualDays)), to: period.to },
        zone,
        weekdayZone,
        now: clock(),
        metric,
        sort,
        pick: pick ?? null,
        passes: passesFilters({
          search: toSearchText(query.trim()),
          format: format ?? null,
          label: conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`,
        }),
        withStories,
        listed: listed ? toPeriod(listed.isoStart, listed.isoEnd) : null,
        chosen: posts ?? null,
        page,
        pageSize,
      });
    }),
  ];
}

function minDay(one: string, other: string): string {
  return one < other ? one : other;
}
