import type { Approximation } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { toExactness } from '../formulas/exactness.ts';
import { daysIn } from '../formulas/period.ts';
import { listPublished } from '../highlights/queries.ts';
import { toPublishedDay } from '../published-within.ts';
import type { ExportDeps, ExportedAccount, ExportRequest } from './export-request.ts';

export interface PublishedRequest extends Pick<ExportRequest, 'scope' | 'periods' | 'zone'> {
  accounts: readonly Pick<ExportedAccount, 'lastSyncAt'>[];
}

interface PublishedDays {
  posts: number;
  approx: Approximation | null;
  days: { date: string; value: number; isClosed: boolean }[];
}

/** Counts posts published in the range, in total and by day, without stories. */
export async function countPublished(
  { db, now, dayZone }: Pick<ExportDeps, 'db' | 'now' | 'dayZone'>,
  { scope, accounts, periods, zone }: PublishedRequest,
): Promise<PublishedDays> {
  const rows = await listPublished(db, scope, { period: periods.current, zone });
  const counted = rows.filter(({ product_type }) => product_type !== 'STORY');
  const byDay = Map.groupBy(counted, (post) => toPublishedDay(post, zone));
  // Posts may be missing since the oldest last sync.
  const [openFrom = ''] = [now, ...accounts.flatMap(({ lastSyncAt }) => (lastSyncAt ? [new Date(lastSyncAt)] : []))]
    .map((instant) => dayIn(zone ?? dayZone, instant))
    .toSorted();
  return {
    posts: counted.length,
    approx: toExactness(periods.current.to >= openFrom ? ['day_not_closed'] : [], {
      lower: counted.length,
      upper: null,
    }).approx,
    days: daysIn(periods.current).map((date) => ({
      date,
      value: byDay.get(date)?.length ?? 0,
      isClosed: date < openFrom,
    })),
  };
}
