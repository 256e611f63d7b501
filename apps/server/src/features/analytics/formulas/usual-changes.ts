import { addDays, type OverviewMetric, overviewMetrics, type UsualChanges } from '@tidemark/contract';
import { headlineMetrics, smallestUsual, toChangeSize } from '@tidemark/contract/unusual-changes';
import { type DayColumn, dayColumns } from './account-figures.ts';
import { percentChange } from './change.ts';
import { valueFrom } from './metric-card.ts';
import { countPeriodDays, type Period } from './period.ts';
import { median } from './sample.ts';

/** Sums over a period before the range. */
export interface PastPeriod {
  /** 0 for the period just before the range, 1 for the period before that. */
  place: number;
  sums: Partial<Record<DayColumn, number | null>>;
  /** At the period's end. */
  followers: number | null;
  posts: number;
}

const maxPeriods = 26;
/** Older days are not fetched from Instagram. */
const maxDays = 730;
const minChanges = 4;
/** Share of periods in which nothing is unusual. */
const usualShare = 0.9;

/** Returns whole periods as long as the range, just before it; null where not even two fit. */
export function pastDays(range: Period): { period: Period; length: number } | null {
  const length = countPeriodDays(range);
  const count = Math.min(maxPeriods, Math.floor(maxDays / length));
  if (count < 2) return null;
  return { period: { from: addDays(range.from, -count * length), to: addDays(range.from, -1) }, length };
}

/** Adds up accounts' periods, those that every account has. Metrics without a value count as nothing. */
export function addAccounts(accounts: readonly (readonly PastPeriod[])[]): PastPeriod[] {
  const byPlace = Map.groupBy(accounts.flat(), ({ place }) => place);
  return [...byPlace.values()].flatMap(([first, ...rest]) =>
    first && rest.length === accounts.length - 1 ? rest.reduce(addPeriod, first) : [],
  );
}

function addPeriod(one: PastPeriod, other: PastPeriod): PastPeriod {
  const sums = { ...one.sums };
  for (const column of dayColumns) {
    const [known, more] = [sums[column] ?? null, other.sums[column] ?? null];
    sums[column] = known === null ? more : known + (more ?? 0);
  }
  const followers = one.followers === null || other.followers === null ? null : one.followers + other.followers;
  return { place: one.place, sums, followers, posts: one.posts + other.posts };
}

/** Derives the usual changes. Only periods without gaps count, and only changes between neighbours. */
export function toUsualChanges(periods: readonly PastPeriod[]): UsualChanges {
  const changes = overviewMetrics.map((metric) => [metric, listChanges(periods, metric)] as const);
  const medians = Object.fromEntries(
    changes.map(([metric, byPlace]) => [metric, byPlace.size < minChanges ? null : median([...byPlace.values()])]),
  ) as UsualChanges['medians']; // one per metric
  return { periods: periods.length, medians, limit: toLimit(changes, medians) };
}

/** Lists the size of each change into a period, by the period's place. */
function listChanges(periods: readonly PastPeriod[], metric: OverviewMetric): Map<number, number> {
  const values = new Map(periods.map((period) => [period.place, evaluate(period, metric)]));
  return new Map(
    [...values].flatMap(([place, value]): [number, number][] => {
      const before = values.get(place + 1) ?? null;
      return value === null || before === null || before === 0
        ? []
        : [[place, toChangeSize(percentChange(value, before))]];
    }),
  );
}

/**
 * Returns the quantile that the next of `n` alike values exceeds with a probability of 10 %: at rank 0.9 (n + 1), or
 * the largest if that lies beyond it.
 */
function toLimit(
  changes: readonly (readonly [OverviewMetric, ReadonlyMap<number, number>])[],
  medians: UsualChanges['medians'],
): number | null {
  const largest = new Map<number, number>();
  for (const [metric, byPlace] of changes) {
    const usual = medians[metric];
    if (usual === null || !headlineMetrics.some((one) => one === metric)) continue;
    for (const [place, size] of byPlace)
      largest.set(place, Math.max(largest.get(place) ?? 0, size / Math.max(usual, smallestUsual)));
  }
  const sorted = [...largest.values()].toSorted((one, other) => one - other);
  if (sorted.length < minChanges) return null;
  const rank = Math.min(sorted.length, usualShare * (sorted.length + 1));
  const [below, above] = [sorted[Math.floor(rank) - 1] ?? 0, sorted[Math.ceil(rank) - 1] ?? 0];
  return below + (rank - Math.floor(rank)) * (above - below);
}

function evaluate({ sums, followers, posts }: PastPeriod, metric: OverviewMetric): number | null {
  if (metric === 'post-activity') return posts;
  if (metric === 'followers') return followers;
  if (metric === 'engaged-audience' && followers === null) return null;
  return valueFrom(metric, (column) => sums[column] ?? 0, followers ?? 0);
}
