import type { ApproximationReason, MediaAggregate, MediaMetricName } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { listCorrected } from '../corrected-media.ts';
import { toDeltaReasons } from '../formulas/delta-reasons.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import {
  boundReach,
  byInteractions,
  sumDeltaDays,
  toDailyMetrics,
  toFormats,
  toMeasured,
  toPreviousTotals,
  toTotals,
} from '../formulas/media-aggregate.ts';
import { sumCounts } from '../formulas/known-counts.ts';
import { toProfileActivity, toStoryNavigation } from '../formulas/reported-actions.ts';
import { daysIn, type Period } from '../formulas/period.ts';
import { filterLasting, listExcluded, loadMeasured, type MeasuredRequest } from './load-measured.ts';
import { countUnlisted, listDeltaDays, listEarlier, type UnlistedPosts } from './queries.ts';

interface AggregateDeps {
  db: Database;
  now: Date;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
}

interface AggregateRequest extends MeasuredRequest {
  previous: Period;
  names: readonly MediaMetricName[];
}

/** Sums up selected or all media in a period; throws `media_not_found` if a selected item is not stored. */
export async function loadAggregate(
  { db, now, dayZone }: AggregateDeps,
  scope: AccountScope,
  { period, previous, ids, names, zone }: AggregateRequest,
): Promise<MediaAggregate> {
  const request = { period, ids, zone };
  const excluded = await listExcluded(db, scope, request);
  const [rows, deltaDays, previousDays, earlier, corrected, previousCorrected, unlisted] = await Promise.all([
    loadMeasured({ db, dayZone }, scope, { period, ids, excluded }),
    listDeltaDays(db, scope, ids, { period, excluded }),
    listDeltaDays(db, scope, ids, { period: previous, excluded }),
    listEarlier(db, scope, ids, { period: previous, dayZone }),
    listCorrected(db, scope, period),
    listCorrected(db, scope, previous),
    ids === null ? countUnlisted(db, scope, { period, dayZone }) : null,
  ]);
  const today = dayIn(dayZone, now);
  const correctedNow = new Set(corrected.map(toMediaKey));
  const reasonsByMedia = new Map(
    rows.map((row) => [
      toMediaKey(row),
      toDeltaReasons(row, period, { today, isCorrected: correctedNow.has(toMediaKey(row)) }),
    ]),
  );
  const measured = rows
    .toSorted(byInteractions)
    .map((row) => toMeasured(row, names, reasonsByMedia.get(toMediaKey(row))));
  const unlistedReasons = unlisted ? toReasons(unlisted, { isRunning: period.to >= today }) : [];
  const reach = boundReach(rows, reasonsByMedia, period);
  const lasting = filterLasting(rows, request);
  return {
    dailyMetrics: toDailyMetrics(deltaDays, rows, { days: daysIn(period), names }),
    totals: toTotals(sumCounts(rows), {
      names,
      media: rows.length,
      reasons: [...reasonsByMedia.values(), unlistedReasons].flat(),
      reach: unlistedReasons.length > 0 ? { ...reach, upper: null } : reach,
    }),
    previousTotals: toPreviousTotals(
      sumDeltaDays(previousDays),
      earlier,
      names,
      previousCorrected.some(({ media_id }) => ids === null || ids.includes(media_id)),
    ),
    topMediaPost: measured[0] ?? null,
    mediaMetrics: measured,
    formats: toFormats(rows, reasonsByMedia, unlistedReasons),
    profileActivity: toProfileActivity(lasting),
    storyNavigation: toStoryNavigation(lasting),
  };
}

function toReasons({ unobserved, outdated, alive }: UnlistedPosts, { isRunning }: { isRunning: boolean }) {
  const reasons: ApproximationReason[] = [];
  if (unobserved > 0) reasons.push('before_first_sync');
  if (outdated > 0 && !isRunning) reasons.push('days_missing');
  if (alive > 0) reasons.push('measured_nightly');
  return reasons;
}
