import { median } from './sample.ts';

/** Share of values used; the rest may be outliers. */
const trimmedShare = 0.8;
/** Mean over that share of the absolute deviations, the smallest, for a normal distribution with a deviation of 1. */
const trimmedMeanOfNormal = 0.5586;

/**
 * Returns the values' spread in units of a standard deviation, unaffected by outliers. It uses most values, and so
 * varies less from sample to sample than the median absolute deviation.
 */
export function robustDeviation(values: readonly number[]): number {
  const center = median(values);
  const deviations = Float64Array.from(values, (value) => Math.abs(value - center)).sort();
  const trimmed = deviations.subarray(0, Math.max(1, Math.round(trimmedShare * deviations.length)));
  return trimmed.reduce((sum, deviation) => sum + deviation, 0) / trimmed.length / trimmedMeanOfNormal;
}
