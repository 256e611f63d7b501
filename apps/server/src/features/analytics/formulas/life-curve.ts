import { type BandPoint, minComparedPosts } from '@tidemark/contract';
import { toPresentLevel } from './level-trend.ts';

/** A lifetime total at an age. */
export interface AgedValue {
  ageMinutes: number;
  value: number;
}

const hour = 60;
const day = 24 * hour;
/** Largest ratio between two measurements' ages; in a wider gap, a value would be a guess. */
const maxGapRatio = 2.6;
const maxGapMinutes = 1.5 * day;
const sameAgeShare = 0.02;

/**
 * Returns the total at an age: measured, or interpolated between the surrounding measurements on a logarithmic age
 * scale, on which posts' curves are nearly straight. Null before the first and after the last measurement, and in a
 * wide gap.
 */
export function valueAtAge(
  curve: readonly AgedValue[],
  ageMinutes: number,
): { value: number; isMeasured: boolean } | null {
  const close = curve.find((point) => Math.abs(point.ageMinutes - ageMinutes) <= ageMinutes * sameAgeShare);
  if (close) return { value: close.value, isMeasured: true };
  const after = curve.findIndex((point) => point.ageMinutes > ageMinutes);
  const [before, next] = [curve[after - 1], curve[after]];
  if (!before || !next) return null;
  const gap = next.ageMinutes - before.ageMinutes;
  if (gap > maxGapMinutes && next.ageMinutes / Math.max(1, before.ageMinutes) > maxGapRatio) return null;
  if (next.ageMinutes / Math.max(1, before.ageMinutes) > 2 * maxGapRatio) return null;
  const share =
    Math.log((ageMinutes + 1) / (before.ageMinutes + 1)) / Math.log((next.ageMinutes + 1) / (before.ageMinutes + 1));
  return { value: before.value + (next.value - before.value) * share, isMeasured: false };
}

/**
 * Returns the quantile by p (n + 1), clamped to the extreme values: another value from the same distribution falls
 * below it with probability p, whatever the distribution, so that a band from few posts is not too narrow.
 */
export function quantile(sorted: readonly number[], p: number): number {
  const place = Math.min(Math.max(p * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

/** Ages in a band: denser where posts grow fast. */
export const bandAges: readonly number[] = [
  ...[1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 36, 42, 48, 60].map((hours) => hours * hour),
  ...Array.from({ length: 27 }, (_, index) => (index + 3) * day),
];

/**
 * Returns the range covering 80 in 100 similar posts at each age, adjusted to the account's current level; skips ages
 * with too few posts.
 * @param curves newest post first
 */
export function toBand(curves: readonly (readonly AgedValue[])[]): BandPoint[] {
  return bandAges.flatMap((ageMinutes) => {
    const { values } = toPresentLevel(listValuesAt(curves, ageMinutes));
    if (values.length < minComparedPosts) return [];
    return [
      {
        ageMinutes,
        low: quantile(values, 0.1),
        median: quantile(values, 0.5),
        high: quantile(values, 0.9),
        posts: values.length,
      },
    ];
  });
}

/** Lists values in the order given; null where a curve has none at that age. */
export function listValuesAt(curves: readonly (readonly AgedValue[])[], ageMinutes: number): (number | null)[] {
  return curves.map((curve) => valueAtAge(curve, ageMinutes)?.value ?? null);
}

/** Returns the share of lower values, in percent; equal values count half. */
export function toPercentile(value: number, others: readonly number[]): number {
  const below = others.filter((other) => other < value).length;
  const equal = others.filter((other) => other === value).length;
  return ((below + equal / 2) / others.length) * 100;
}
