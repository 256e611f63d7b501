import { addDays } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import type { BatchItem } from './batch-item.ts';
import type { Read } from './batch-reads.ts';
import { toHours } from './day-figures.ts';
import { InsightReply, metricNamed, toCount } from './insight-reply.ts';
import type { DayRange, InsightRequests } from './insight-requests.ts';

/** A value in a series, and the day that contains its `end_time`. */
export interface Dated<Value> {
  day: string;
  value: Value;
}

type Hours = (number | null)[];

/** Metrics that Instagram returns as daily series. */
export interface DaySeries {
  reach: Dated<number>[];
  newFollowers: Dated<number>[];
  online: Dated<Hours>[];
}

export interface SeriesRange extends DayRange {
  today: string;
  /** Days from the one in which a value's `end_time` lies to the one that the value is about. */
  shift: number;
}

export function createDaySeries({ dayZone, insights, seriesBounds, clampToSeries }: InsightRequests) {
  function listReads(accountId: string, range: SeriesRange): Read[] {
    const recent = clampToSeries(range);
    const read = (metric: string, bounds: DayRange, more: Read['parameters'] = {}) =>
      insights(accountId, { metric, metric_type: 'time_series', ...more, ...seriesBounds(bounds, range.shift) });
    return [
      read('reach', range),
      ...(recent ? [read('follower_count', recent), read('online_followers', recent, { period: 'lifetime' })] : []),
    ];
  }

  function readSeries<Value>(
    item: BatchItem | undefined,
    metric: string,
    parse: (value: unknown) => Value | null,
  ): Dated<Value>[] {
    if (!item?.ok) return [];
    return (metricNamed(InsightReply.parse(item.body), metric)?.values ?? []).flatMap(({ value, end_time }) => {
      const parsed = parse(value);
      if (parsed === null || !end_time) return [];
      return [{ day: dayIn(dayZone, new Date(end_time.replace('+0000', 'Z'))), value: parsed }];
    });
  }

  /** Expects the answers in the order of `listReads`. */
  const toSeries = ([reach, newFollowers, online]: readonly BatchItem[]): DaySeries => ({
    reach: readSeries(reach, 'reach', toCount),
    newFollowers: readSeries(newFollowers, 'follower_count', toCount),
    online: readSeries(online, 'online_followers', toHours),
  });

  return { listReads, toSeries };
}

/** Best evidence first: a series dates a day by its start, as measured live in 2026; else by its end; else a day late. */
const knownShifts = [0, -1, 1];
/** Fewer days may agree by chance. */
const minAgreeing = 3;

/**
 * Returns the shift under which a series agrees with the same days' totals, or null if the days can't tell, as with
 * equal or missing values. `isExplained` is false if they can, and no shift makes most of them agree.
 */
export function learnShift(
  series: readonly Dated<number>[],
  totals: ReadonlyMap<string, number | null | undefined>,
): { shift: number | null; isExplained: boolean } {
  const candidates = knownShifts
    .map((shift) => {
      const pairs = series.flatMap(({ day, value }) => {
        const total = totals.get(addDays(day, shift)) ?? null;
        return total === null || total + value === 0 ? [] : [total === value];
      });
      const agreeing = pairs.filter(Boolean).length;
      return { shift, compared: pairs.length, agreeing, share: agreeing / Math.max(1, pairs.length) };
    })
    .toSorted((one, other) => other.share - one.share);
  const [best, second] = candidates;
  if (!best || !second || candidates.every(({ compared }) => compared < minAgreeing))
    return { shift: null, isExplained: true };
  const isExplained = candidates.some(({ agreeing, share }) => agreeing >= minAgreeing && share >= 1 / 2);
  const isClear = isExplained && best.agreeing >= minAgreeing && best.share > second.share;
  return { shift: isClear ? best.shift : null, isExplained };
}

/** Returns the values about days in a range. */
export function shiftInto<Value>(
  series: readonly Dated<Value>[],
  { from, to, shift }: DayRange & { shift: number },
): Dated<Value>[] {
  return series
    .map(({ day, value }) => ({ day: addDays(day, shift), value }))
    .filter(({ day }) => day >= from && day <= to);
}
