import { addDays, type OverviewMetric, overviewMetrics, type UsualChanges } from '@tidemark/contract';
import type { DayColumn } from './account-figures.ts';
import { percentChange } from './change.ts';
import { valueFrom } from './metric-card.ts';
import { countPeriodDays, type Period } from './period.ts';
import { median } from './sample.ts';

/** Sums of all accounts over one of the periods before a range. */
export interface PastPeriod {
  /** 0 for the period just before the range, 1 for the one before that. */
  place: number;
  sums: Partial<Record<DayColumn, number | null>>;
  /** At its end. */
  followers: number | null;
  posts: number;
}

const maxPeriods = 26;
/** Older days are not fetched from Instagram. */
const maxDays = 730;
const minChanges = 4;

/** The days of whole periods as long as the range, just before it; null where not even two fit. */
export function pastDays(range: Period): { period: Period; length: number } | null {
  const length = countPeriodDays(range);
  const count = Math.min(maxPeriods, Math.floor(maxDays / length));
  if (count < 2) return null;
  return { period: { from: addDays(range.from, -count * length), to: addDays(range.from, -1) }, length };
}

/** Only periods without gaps count, and only changes between neighbours. */
export function toUsualChanges(periods: readonly PastPeriod[]): UsualChanges {
  const medians = overviewMetrics.map((metric) => [metric, medianChange(periods, metric)] as const);
  return { periods: periods.length, medians: Object.fromEntries(medians) as UsualChanges['medians'] };
}

function medianChange(periods: readonly PastPeriod[], metric: OverviewMetric): number | null {
  const values = new Map(periods.map((period) => [period.place, evaluate(period, metric)]));
  const changes = [...values].flatMap(([place, value]) => {
    const before = values.get(place + 1) ?? null;
    return value === null || before === null || before === 0 ? [] : [Math.abs(percentChange(value, before))];
  });
  return changes.length < minChanges ? null : median(changes);
}

function evaluate({ sums, followers, posts }: PastPeriod, metric: OverviewMetric): number | null {
  if (metric === 'post-activity') return posts;
  if (metric === 'followers') return followers;
  if (metric === 'engaged-audience' && followers === null) return null;
  return valueFrom(metric, (column) => sums[column] ?? 0, followers ?? 0);
}
