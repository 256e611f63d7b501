import { measuredDays } from '@tidemark/contract';
import type { Selectable } from 'kysely';
import type { SyncTables } from '../../../database/tables/sync.ts';
import type { AgedValue } from './life-curve.ts';
import type { CurvedPost } from './post-score.ts';

type PostTotals = Pick<
  Selectable<SyncTables['media']>,
  | 'media_id'
  | 'product_type'
  | 'published_at'
  | 'observed_at'
  | 'insights_fetched_at'
  | 'is_collaboration'
  | 'views'
  | 'reach'
  | 'interactions'
>;

const noCurves: CurvedPost['curves'] = { views: [], reach: [], total_interactions: [] };

/** Converts a stored post and its measurements, which include the current totals. */
export function toCurvedPost(row: PostTotals, curves: ReadonlyMap<string, CurvedPost['curves']>): CurvedPost {
  const observedAt = row.insights_fetched_at ?? row.observed_at;
  const totals = { views: row.views, reach: row.reach, total_interactions: row.interactions };
  const ageMinutes = Math.floor((observedAt.getTime() - row.published_at.getTime()) / 60_000);
  const measured = curves.get(row.media_id) ?? noCurves;
  return {
    mediaId: row.media_id,
    publishedAt: row.published_at,
    observedAt,
    isStory: row.product_type === 'STORY',
    isCollaboration: row.is_collaboration,
    totals,
    curves: {
      views: withCurrent(measured.views, totals.views, ageMinutes),
      reach: withCurrent(measured.reach, totals.reach, ageMinutes),
      total_interactions: withCurrent(measured.total_interactions, totals.total_interactions, ageMinutes),
    },
  };
}

/** Adds the current total as a measurement while the post is young enough, because not every sync stores one. */
function withCurrent(curve: AgedValue[], value: number | null, ageMinutes: number): AgedValue[] {
  const isNewer = ageMinutes > (curve.at(-1)?.ageMinutes ?? -1) && ageMinutes <= measuredDays * 24 * 60;
  return value !== null && isNewer ? [...curve, { ageMinutes, value }] : curve;
}
