import { aggregateMedia, getOpportunities, opportunityDays } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { addDays } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import {
  byInteractions,
  isComplete,
  sumCounts,
  sumGainDays,
  toDailyMetrics,
  toFormats,
  toMeasured,
  toProfileActivity,
  toStoryNavigation,
  toTotals,
} from '../formulas/media-aggregate.ts';
import { countAdvised, toOpportunities } from '../formulas/opportunities.ts';
import { countDays, daysIn, toPeriod } from '../period.ts';
import { countEarlier, countKnown, listAdviceCells, listGainDays, listMeasured } from './queries.ts';

export function postInsightRoutes({ db }: { db: Database }) {
  return [
    route(aggregateMedia, async ({ viewer, body: { startDate, endDate, accountIds, mediaIds, metricNames } }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const ids = mediaIds && [...new Set(mediaIds)];
      const period = toPeriod(startDate, endDate);
      const previous = { from: addDays(period.from, -countDays(period)), to: addDays(period.from, -1) };
      const [rows, gainDays, earlier] = await Promise.all([
        listMeasured(db, scope, ids, period),
        listGainDays(db, scope, ids, { from: previous.from, to: period.to }),
        countEarlier(db, scope, ids, previous),
      ]);
      if (ids && rows.length !== ids.length) throw new Failure('media_not_found');

      const before = sumGainDays(gainDays.filter(({ day }) => day <= previous.to));
      const told = rows.toSorted(byInteractions).map((row) => toMeasured(row, metricNames));
      const lasting =
        ids === null ? rows.filter(({ published_day: day }) => day >= period.from && day <= period.to) : rows;
      return {
        dailyMetrics: toDailyMetrics(gainDays, rows, { days: daysIn(period), names: metricNames }),
        totals: toTotals(sumCounts(rows), {
          names: metricNames,
          media: rows.length,
          isComplete: rows.every((row) => isComplete(row, period)),
        }),
        previousTotals:
          earlier.existed === 0
            ? null
            : toTotals(before, { names: metricNames, media: before.gaining, isComplete: earlier.complete }),
        topMediaPost: told[0] ?? null,
        mediaMetrics: told,
        formats: toFormats(rows),
        profileActivity: toProfileActivity(lasting),
        storyNavigation: toStoryNavigation(lasting),
      };
    }),

    route(getOpportunities, async ({ viewer, body: { endDate, accountIds, mediaIds } }) => {
      const scope = await requireAccounts(db, viewer, accountIds);
      const ids = mediaIds && [...new Set(mediaIds)];
      if (ids && (await countKnown(db, scope, ids)) !== ids.length) throw new Failure('media_not_found');
      const { to } = toPeriod(endDate, endDate);
      const lookBack = { from: addDays(to, 1 - opportunityDays), to };
      const cells = await listAdviceCells(db, scope, ids ? { ids } : lookBack);
      return {
        from: ids ? null : lookBack.from,
        to: ids ? null : lookBack.to,
        ...countAdvised(cells),
        opportunities: toOpportunities(cells),
      };
    }),
  ];
}
