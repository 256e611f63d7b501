import {
  addDays,
  aggregateMedia,
  type ApproximationReason,
  getOpportunities,
  opportunityDays,
} from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
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
import { countBasis, toOpportunities } from '../formulas/opportunities.ts';
import { daysIn, type Period, precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { toPostZone, toPublishedDay } from '../published-within.ts';
import {
  countKnown,
  countUnlisted,
  listAdviceCells,
  listEarlier,
  listDeltaDays,
  listLater,
  listMeasured,
  listRepeated,
  type UnlistedPosts,
} from './queries.ts';

export function postInsightRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(aggregateMedia, async ({ viewer, body }) => {
      const { startDate, endDate, accountIds, mediaIds, metricNames } = body;
      const scope = await requireAccounts(db, viewer, accountIds);
      const zone = toPostZone(body.timeZone);
      const ids = mediaIds && [...new Set(mediaIds)];
      const period = toPeriod(startDate, endDate);
      const previous = toComparisonPeriod(body) ?? precedingPeriod(period);
      const [repeated, later] = await Promise.all([
        listRepeated(db, scope),
        ids === null ? listLater(db, scope, period, zone) : [],
      ]);
      const excluded = [...repeated, ...later];
      const [found, deltaDays, previousDays, earlier, corrected, previousCorrected, unlisted] = await Promise.all([
        listMeasured(db, scope, ids, { period, dayZone }),
        listDeltaDays(db, scope, ids, { period, excluded }),
        listDeltaDays(db, scope, ids, { period: previous, excluded }),
        listEarlier(db, scope, ids, { period: previous, dayZone }),
        listCorrected(db, scope, period),
        listCorrected(db, scope, previous),
        ids === null ? countUnlisted(db, scope, { period, dayZone }) : null,
      ]);
      const excludedKeys = new Set(excluded.map(toMediaKey));
      const rows = found.filter((row) => !excludedKeys.has(toMediaKey(row)));
      if (ids && new Set(rows.map(({ media_id }) => media_id)).size !== ids.length)
        throw new ApiError('media_not_found');

      const today = dayIn(dayZone, clock());
      const isIn = ({ from, to }: Period, day: string) => day >= from && day <= to;
      const correctedNow = new Set(corrected.map(toMediaKey));
      const reasonsByMedia = new Map(
        rows.map((row) => [
          toMediaKey(row),
          toDeltaReasons(row, period, { today, isCorrected: correctedNow.has(toMediaKey(row)) }),
        ]),
      );
      const measured = rows
        .toSorted(byInteractions)
        .map((row) => toMeasured(row, metricNames, reasonsByMedia.get(toMediaKey(row))));
      const ofAll = unlisted ? toReasons(unlisted, { isRunning: period.to >= today }) : [];
      const reach = boundReach(rows, reasonsByMedia, period);
      const lasting = ids === null ? rows.filter((row) => isIn(period, toPublishedDay(row, zone))) : rows;
      return {
        dailyMetrics: toDailyMetrics(deltaDays, rows, { days: daysIn(period), names: metricNames }),
        totals: toTotals(sumCounts(rows), {
          names: metricNames,
          media: rows.length,
          reasons: [...reasonsByMedia.values(), ofAll].flat(),
          reach: ofAll.length > 0 ? { ...reach, upper: null } : reach,
        }),
        previousTotals: toPreviousTotals(
          sumDeltaDays(previousDays),
          earlier,
          metricNames,
          previousCorrected.some(({ media_id }) => ids === null || ids.includes(media_id)),
        ),
        topMediaPost: measured[0] ?? null,
        mediaMetrics: measured,
        formats: toFormats(rows, reasonsByMedia, ofAll),
        profileActivity: toProfileActivity(lasting),
        storyNavigation: toStoryNavigation(lasting),
      };
    }),

    route(getOpportunities, async ({ viewer, body: { endDate, accountIds, mediaIds, timeZone } }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const ids = mediaIds && [...new Set(mediaIds)];
      if (ids && (await countKnown(db, scope, ids)) !== ids.length) throw new ApiError('media_not_found');
      const { to } = toPeriod(endDate, endDate);
      const lookBackPeriod = { from: addDays(to, 1 - opportunityDays), to };
      const cells = await listAdviceCells(db, scope, ids ? { ids } : lookBackPeriod, toPostZone(timeZone));
      return {
        from: ids ? null : lookBackPeriod.from,
        to: ids ? null : lookBackPeriod.to,
        ...countBasis(cells),
        opportunities: toOpportunities(cells),
      };
    }),
  ];
}

function toReasons({ unobserved, outdated, alive }: UnlistedPosts, { isRunning }: { isRunning: boolean }) {
  const reasons: ApproximationReason[] = [];
  if (unobserved > 0) reasons.push('before_first_sync');
  if (outdated > 0 && !isRunning) reasons.push('days_missing');
  if (alive > 0) reasons.push('measured_nightly');
  return reasons;
}
