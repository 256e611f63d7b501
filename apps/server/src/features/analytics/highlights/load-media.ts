import { type MediaItem, mediaPageSize } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { listCorrected } from '../corrected-media.ts';
import { isObservedFromStart, type ObservedMedia, toDeltaReasons } from '../formulas/delta-reasons.ts';
import { toMediaItem, toMediaType } from '../formulas/media-item.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import type { Period } from '../formulas/period.ts';
import { toPostRow } from '../formulas/post-row.ts';
import { listPosts, type MediaRow } from '../posts/queries.ts';
import { type PostZone, toPublishedDay } from '../published-within.ts';
import { sumDeltas } from './queries.ts';

interface MediaDeps {
  db: Database;
  now: Date;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
}

interface MediaRequest {
  period: Period;
  previous: Period;
  zone: PostZone;
  mode: Parameters<typeof listPosts>[2]['mode'];
  page: number;
}

/** Loads a period's media with their results in it and in the period before, newest first. */
export async function loadMedia(
  { db, now, dayZone }: MediaDeps,
  scope: AccountScope,
  { period, previous, zone, mode, page }: MediaRequest,
): Promise<{ media: MediaItem[]; total: number }> {
  const { rows, total } = await listPosts(db, scope, {
    period,
    zone,
    mode,
    search: '',
    format: null,
    blocks: null,
    label: null,
    sort: [{ field: 'timestamp', sort: 'desc' }],
    page,
    pageSize: mediaPageSize,
  });
  const ids = rows.map((row) => row.media_id);
  const [deltas, previousDeltas, corrected] = await Promise.all([
    sumDeltas(db, scope, ids, period),
    sumDeltas(db, scope, ids, previous),
    listCorrected(db, scope, period),
  ]);
  const today = dayIn(dayZone, now);
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
