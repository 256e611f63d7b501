import { getMedia, listMediaOfRange, mediaPageSize } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { isObservedFromStart, type ObservedMedia, toDeltaReasons } from '../formulas/delta-reasons.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import { toMediaType, toMediaItem } from '../formulas/media-item.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { listPosts, type MediaRow } from '../posts/queries.ts';
import { toPostZone, toPublishedDay } from '../published-within.ts';
import { listCorrected } from '../corrected-media.ts';
import { listPublished, sumDeltas } from './queries.ts';

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
      const zone = toPostZone(body.timeZone);
      const previous = toComparisonPeriod(body) ?? precedingPeriod(period);
      const { rows, total } = await listPosts(db, scope, {
        period,
        zone,
        mode: body.filterMode,
        search: '',
        format: null,
        blocks: null,
        label: null,
        sort: [{ field: 'timestamp', sort: 'desc' }],
        page: body.page ?? 0,
        pageSize: mediaPageSize,
      });
      const ids = rows.map((row) => row.media_id);
      const [deltas, previousDeltas, corrected] = await Promise.all([
        sumDeltas(db, scope, ids, period),
        sumDeltas(db, scope, ids, previous),
        listCorrected(db, scope, period),
      ]);
      const today = dayIn(dayZone, clock());
      const correctedIds = new Set(corrected.map(toMediaKey));
      return {
        total,
        media: rows.map((row) => {
          const observed = toObserved(row, dayZone);
          return toMediaItem({
            post: toPostRow(row, { days: [], deltas: new Map(), virilityMax: 0 }),
            mediaType: toMediaType(row),
            day: toPublishedDay(row, zone),
            deltas: deltas.get(toMediaKey(row)),
            previousDeltas: previousDeltas.get(toMediaKey(row)),
            hasPrevious: row.published_day <= previous.to && isObservedFromStart(observed, previous),
            reasons: toDeltaReasons(observed, period, { today, isCorrected: correctedIds.has(toMediaKey(row)) }),
          });
        }),
      };
    }),
  ];
}

function toObserved(row: MediaRow, dayZone: string): ObservedMedia {
  return {
    product_type: row.product_type,
    published_day: row.published_day,
    first_observed_day: dayIn(dayZone, row.first_observed_at),
    observed_day: dayIn(dayZone, row.observed_at),
    is_final: row.final_at !== null || row.gone_at !== null,
    is_refused: row.insights_refusal !== null,
  };
}
