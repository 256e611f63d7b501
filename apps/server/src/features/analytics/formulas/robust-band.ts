import { median } from './sample.ts';

/** The standard deviation of a normal distribution is this many of its median absolute deviations. */
const deviationsPerMad = 1.4826;

/** The median absolute deviation, in the unit of a standard deviation; outliers do not widen it. */
export function robustDeviation(values: readonly number[]): number {
  const center = median(values);
  return deviationsPerMad * median(values.map((value) => Math.abs(value - center)));
}
