import type { Approximation, ApproximationReason, MediaAggregate, MediaTotals } from '@tidemark/contract';
import { mergeApproximations, writeNumber, type WrittenNumber } from './approximation-labels.ts';
import type { DayValue } from './day-bars.ts';
import { missingChangeLabels } from './change-direction.ts';
import { type Delta, toDelta } from './delta.ts';
import { compactNumber, percent } from './format.ts';

export interface TileFigure extends WrittenNumber {
  key: string;
  label: string;
  approx: Approximation | null;
  /** Null without a previous value. */
  delta: Delta | null;
  /** Approximation for the previous period, if only that period's value is approximate. */
  deltaApprox: Approximation | null;
  series: DayValue[];
  format: (value: number) => string;
}

/** Gaps that may affect only one period, which leaves the direction of a change uncertain. */
const gaps: readonly ApproximationReason[] = ['before_first_sync', 'days_missing', 'instagram_hides_part'];

const minCount = 1;
const minPoints = 0.1;

/** Returns the four tiles; all zero without data. Days from `today` on (in Instagram's time zone) are still running. */
export function toInsightTiles(aggregate: MediaAggregate | null, today: string): TileFigure[] {
  const now = aggregate?.totals ?? null;
  const before = aggregate?.previousTotals ?? null;
  const days = aggregate?.dailyMetrics ?? [];
  const day = (date: string, value: number | null): DayValue => ({ date, value, isClosed: date < today });
  const exactness = (key: 'reach' | 'other') => {
    const [approx, earlier] = [now, before].map((totals) => tileApproximation(totals, key));
    return { approx: approx ?? null, deltaApprox: approx ? null : (earlier ?? null) };
  };
  const count = (key: 'reach' | 'views' | 'total_interactions', label: string): TileFigure => {
    const shown = exactness(key === 'reach' ? 'reach' : 'other');
    return {
      key,
      label,
      ...writeNumber(now?.[key] ?? 0, shown.approx, compactNumber),
      ...shown,
      delta:
        before && toCertain([now, before], toDelta((now?.[key] ?? 0) - (before[key] ?? 0), minCount, compactNumber)),
      series: days.map((one) => day(one.date, one[key])),
      format: compactNumber,
    };
  };
  const { approx, deltaApprox } = exactness('reach');
  return [
    count('reach', 'Total Reach'),
    count('views', 'Views'),
    {
      key: 'avgEngagementRate',
      label: 'Avg Engagement Rate',
      text: percent(now?.avgEngagementRate ?? 0),
      range: null,
      // The bounds are for reach.
      approx: mergeApproximations([approx]),
      deltaApprox: mergeApproximations([deltaApprox]),
      delta: before && toCertain([now, before], rateDelta(now, before)),
      series: days.map(({ date, reach, total_interactions }) => day(date, dayRate(reach, total_interactions))),
      format: percent,
    },
    count('total_interactions', 'Total Interactions'),
  ];
}

function tileApproximation(totals: MediaTotals | null, key: 'reach' | 'other'): Approximation | null {
  if (key === 'reach') return totals?.reachApprox ?? null;
  // The response does not say which metrics its bounds are for.
  return mergeApproximations([totals?.approx ?? null]);
}

function toCertain(totals: readonly (MediaTotals | null)[], delta: Delta): Delta {
  const reasons = totals.flatMap((one) => one?.approx?.reasons ?? []);
  return reasons.some((reason) => gaps.includes(reason))
    ? { direction: 'flat', text: missingChangeLabels.uncertain ?? '' }
    : delta;
}

function rateDelta(now: MediaTotals | null, before: MediaTotals) {
  const points = (now?.avgEngagementRate ?? 0) - before.avgEngagementRate;
  return toDelta(points, minPoints, (size) => `${size.toFixed(1)} pt`);
}

function dayRate(reach: number | null, interactions: number | null): number | null {
  if (reach === null) return null;
  return reach > 0 ? (Math.max(0, interactions ?? 0) / reach) * 100 : 0;
}
