/** A sample as its sums, which add up over groups. */
export interface Sample {
  count: number;
  sum: number;
  squares: number;
}

interface Interval {
  low: number;
  high: number;
}

/** Returns the unbiased variance; rounding may make it slightly negative. */
export function toVariance({ count, sum, squares }: Sample): number {
  return count < 2 ? 0 : Math.max(0, (squares - sum ** 2 / count) / (count - 1));
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Returns a sample's mean with its 95 % interval, by Student's t. */
export function toMeanInterval(sample: Sample): Interval & { mean: number } {
  const mean = sample.count === 0 ? 0 : sample.sum / sample.count;
  const margin = toMargin(sample.count - 1) * Math.sqrt(toVariance(sample) / Math.max(1, sample.count));
  return { mean, low: Math.max(0, mean - margin), high: mean + margin };
}

/**
 * Returns how much larger one sample's values are than the other's, in percent, with the 95 % interval: the difference
 * between the means of their logs. Both are samples of logs with at least two values.
 */
export function toDifference(one: Sample, other: Sample): Interval & { percent: number } {
  const difference = one.sum / one.count - other.sum / other.count;
  const [own, others] = [one, other].map((sample) => toVariance(sample) / sample.count) as [number, number];
  // Welch-Satterthwaite: the degrees of freedom that two unequal variances leave.
  const share = own + others === 0 ? 0.5 : own / (own + others);
  const freedom = 1 / (share ** 2 / (one.count - 1) + (1 - share) ** 2 / (other.count - 1));
  const margin = toMargin(freedom) * Math.sqrt(own + others);
  const percent = (log: number) => Math.expm1(log) * 100;
  return { percent: percent(difference), low: percent(difference - margin), high: percent(difference + margin) };
}

/**
 * Returns the 97.5 % quantile of Student's t, by the Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5); within 4
 * % from three degrees of freedom on.
 */
function toMargin(freedom: number): number {
  const z = 1.959964;
  if (freedom < 1) return 12.7062;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
