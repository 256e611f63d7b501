import { median } from './sample.ts';

/** The rest may be outliers. */
const trimmedShare = 0.8;
/** The mean of that share of the absolute deviations, the smallest, of a normal distribution with a deviation of 1. */
const trimmedMeanOfNormal = 0.5586;

/**
 * The spread of values in the unit of a standard deviation, which outliers do not widen. It uses most of the values, and
 * so varies less from sample to sample than the median absolute deviation.
 */
export function robustDeviation(values: readonly number[]): number {
  const center = median(values);
  const deviations = Float64Array.from(values, (value) => Math.abs(value - center)).sort();
  const trimmed = deviations.subarray(0, Math.max(1, Math.round(trimmedShare * deviations.length)));
  return trimmed.reduce((sum, deviation) => sum + deviation, 0) / trimmed.length / trimmedMeanOfNormal;
}
