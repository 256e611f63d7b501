import { toNormalShare } from './normal-distribution.ts';

/** A group's value that is compared only with the other group's values in the same stratum. */
export interface RankedValue {
  stratum: string;
  /** Values in the same block may share a cause, such as a good week, and count together. */
  block: string;
  isLabelled: boolean;
  value: number;
}

export interface RankComparison {
  /** Two-sided. */
  p: number;
  /** Difference by which labelled values are larger, with the 95 % interval. */
  shift: number;
  low: number;
  high: number;
}

interface Stratum {
  /** Both in ascending order. */
  labelled: number[];
  others: number[];
  /** Van Elteren's weight: 1 / (number of values + 1). */
  weight: number;
}

const z95 = 1.959964;
const rounds = 40;
/** Equal sums of weights may differ by this. */
const rounding = 1e-9;

/**
 * Runs van Elteren's test: the Mann-Whitney rank test within each stratum, summed with his weights, by the normal
 * approximation with corrections for ties, continuity and blocks. The shift is the Hodges-Lehmann estimate, and the
 * interval contains the shifts that the test would not reject. Null if there are too few values to reject any.
 */
export function compareRanks(values: readonly RankedValue[]): RankComparison | null {
  const strata = toStrata(values);
  if (strata.length === 0) return null;
  const total = sumBy(strata, ({ weight, labelled, others }) => weight * labelled.length * others.length);
  const deviation = Math.sqrt(sumBy(strata, (stratum) => stratum.weight ** 2 * toVariance(stratum, false)));
  // Half a step in the statistic.
  const correction = Math.min(...strata.map(({ weight }) => weight)) / 2;

  const [smallest, largest] = toExtent(strata);
  const findShift = (rank: number) => {
    const above = bisect((shift) => countAbove(strata, shift) > rank + rounding, smallest, largest);
    const notBelow = bisect((shift) => countAbove(strata, shift) >= rank - rounding, smallest, largest);
    return [above, notBelow] as const;
  };
  const [above, notBelow] = findShift(total / 2);
  const shift = (above + notBelow) / 2;
  const widening = toBlockWidening(values, shift);
  const margin = z95 * deviation * widening + correction;
  if (margin >= total / 2) return null;
  return {
    p: toP(strata, { total, correction, widening }),
    shift,
    low: findShift(total / 2 + margin)[0],
    high: findShift(total / 2 - margin)[1],
  };
}

/** Applies Holm's correction: the probability that any p would be as small by chance. Keeps the order. */
export function correctByHolm(ps: readonly number[]): number[] {
  const corrected = Array.from<number>({ length: ps.length });
  let largest = 0;
  for (const [place, index] of ps
    .map((_, at) => at)
    .toSorted((one, other) => at(ps, one) - at(ps, other))
    .entries()) {
    largest = Math.max(largest, Math.min(1, at(ps, index) * (ps.length - place)));
    corrected[index] = largest;
  }
  return corrected;
}

const at = (values: readonly number[], index: number) => values[index] ?? 0;

function toStrata(values: readonly RankedValue[]): Stratum[] {
  return [...Map.groupBy(values, ({ stratum }) => stratum).values()].flatMap((members) => {
    const [labelled, others] = [true, false].map((isLabelled) =>
      members
        .filter((member) => member.isLabelled === isLabelled)
        .map(({ value }) => value)
        .sort((one, other) => one - other),
    );
    return labelled?.length && others?.length ? [{ labelled, others, weight: 1 / (members.length + 1) }] : [];
  });
}

/**
 * Returns how many times larger the statistic's standard deviation is than for independent values, at least 1: the
 * square root of the variance of the blocks' sums divided by the variance of the single values' parts in the statistic,
 * as in a sandwich estimate.
 */
function toBlockWidening(values: readonly RankedValue[], shift: number): number {
  const parts = [...Map.groupBy(values, ({ stratum }) => stratum).values()].flatMap((members) => {
    const levels = members.map((member) => ({ ...member, value: member.value - (member.isLabelled ? shift : 0) }));
    return levels.map(({ block, isLabelled, value }) => {
      const rivals = levels.filter((other) => other.isLabelled !== isLabelled);
      const above = sumBy(rivals, (other) => toSign(value - other.value)) / 2;
      return { block, part: ((isLabelled ? 1 : -1) * above) / (members.length + 1) };
    });
  });
  const blocks = [...Map.groupBy(parts, ({ block }) => block).values()];
  const single = sumBy(parts, ({ part }) => part ** 2);
  return single === 0 ? 1 : Math.sqrt(Math.max(1, sumBy(blocks, (of) => sumBy(of, ({ part }) => part) ** 2) / single));
}

/** Returns the sign; differences within the rounding error count as 0. */
function toSign(difference: number): number {
  return Math.abs(difference) < 1e-6 ? 0 : Math.sign(difference);
}

interface Statistic {
  total: number;
  correction: number;
  widening: number;
}

function toP(strata: readonly Stratum[], { total, correction, widening }: Statistic): number {
  const independent = Math.sqrt(sumBy(strata, (stratum) => stratum.weight ** 2 * toVariance(stratum, true)));
  const deviation = widening * independent;
  if (deviation === 0) return 1;
  const statistic = countAbove(strata, 0);
  const distance = Math.max(0, Math.abs(statistic - total / 2) - correction);
  return Math.min(1, 2 * (1 - toNormalShare(distance / deviation)));
}

/** Variance in the number of pairs in which the labelled value is larger. */
function toVariance({ labelled, others }: Stratum, withTies: boolean): number {
  const count = labelled.length + others.length;
  const ties = withTies ? sumTies([...labelled, ...others]) / (count * Math.max(1, count - 1)) : 0;
  return ((labelled.length * others.length) / 12) * (count + 1 - ties);
}

function sumTies(values: readonly number[]): number {
  return sumBy([...Map.groupBy(values, (value) => value).values()], ({ length }) => length ** 3 - length);
}

/** Returns the weighted number of pairs whose difference exceeds the shift; equal pairs count half. */
function countAbove(strata: readonly Stratum[], shift: number): number {
  return sumBy(strata, ({ labelled, others, weight }) => {
    let [below, notAbove, pairs] = [0, 0, 0];
    for (const value of labelled) {
      while (below < others.length && at(others, below) < value - shift) below += 1;
      while (notAbove < others.length && at(others, notAbove) <= value - shift) notAbove += 1;
      pairs += (below + notAbove) / 2;
    }
    return weight * pairs;
  });
}

/** Finds the point at which a condition that holds below stops holding. */
function bisect(holds: (shift: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let round = 0; round < rounds && high - low > 1e-7; round += 1) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns limits beyond all differences. */
function toExtent(strata: readonly Stratum[]): [number, number] {
  const differences = strata.flatMap(({ labelled, others }) => [
    at(labelled, 0) - at(others, others.length - 1),
    at(labelled, labelled.length - 1) - at(others, 0),
  ]);
  return [Math.min(...differences) - 1, Math.max(...differences) + 1];
}

function sumBy<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}
