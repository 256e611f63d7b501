import { addDays, type ApproximationReason, type PostRow } from '@tidemark/contract';
import type { Period } from './period.ts';
import type { Bounds } from './exactness.ts';

/** Times when a post was published and synced, in Instagram's days. */
export interface ObservedMedia {
  product_type: PostRow['productType'];
  published_day: string;
  first_observed_day: string;
  observed_day: string;
  /** True if no further changes can come: a story with its final metrics, or a deleted post. */
  is_final: boolean;
  /** True if Instagram refuses this post's metrics. */
  is_refused: boolean;
}

/**
 * Returns the reasons why a post's deltas in a range are approximate. Each day's delta is the difference between two
 * lifetime totals, so a post's days add up without counting a person twice.
 */
export function toDeltaReasons(
  media: ObservedMedia,
  period: Period,
  { today, isCorrected }: { today: string; isCorrected: boolean },
): ApproximationReason[] {
  if (media.published_day > period.to) return [];
  const reasons: ApproximationReason[] = [];
  if (!isObservedFromStart(media, period)) reasons.push('before_first_sync');
  if (period.to >= today) reasons.push('day_not_closed');
  else if (media.observed_day < period.to && !hasEnded(media)) reasons.push('days_missing');
  if (isCutAtStart(media, period) || (period.to < today && isCutAtEnd(media, period))) reasons.push('measured_nightly');
  if (media.is_refused) reasons.push('instagram_hides_part');
  if (isCorrected) reasons.push('revised_by_instagram');
  return reasons;
}

/**
 * Returns true if the first sync was before the range or, for a post published in the range, within it: earlier
 * activity counts on the publish day.
 */
export function isObservedFromStart(
  { first_observed_day: first, published_day: published }: Pick<ObservedMedia, 'first_observed_day' | 'published_day'>,
  { from, to }: Period,
): boolean {
  if (published > to) return true;
  return published >= from ? first <= to : first < from;
}

/** Returns true if activity on the evening before the range is included. */
function isCutAtStart(media: ObservedMedia, { from }: Period): boolean {
  return media.published_day < from && !(hasEnded(media) && media.observed_day < from);
}

/** Returns true if activity on the range's last evening is missing. */
function isCutAtEnd(media: ObservedMedia, { to }: Period): boolean {
  return !(hasEnded(media) && media.observed_day <= to);
}

function hasEnded({ is_final, product_type, observed_day, published_day }: ObservedMedia): boolean {
  return is_final || (product_type === 'STORY' && observed_day > addDays(published_day, 1));
}

/** Bounds a post's true value, as far as the reasons indicate a direction. */
export function boundDelta(
  value: number,
  reasons: readonly ApproximationReason[],
  media: ObservedMedia,
  period: Period,
): Bounds {
  const shown = Math.max(0, value);
  if (reasons.includes('revised_by_instagram')) return { lower: null, upper: null };
  const isOfRange = media.published_day >= period.from && media.published_day <= period.to;
  const mayHoldMore = (reason: ApproximationReason) =>
    (reason === 'before_first_sync' && isOfRange) || (reason === 'measured_nightly' && isCutAtStart(media, period));
  const mayMiss = (reason: ApproximationReason) =>
    reason === 'measured_nightly' ? isCutAtEnd(media, period) : !mayHoldMore(reason);
  return { lower: reasons.some(mayHoldMore) ? null : shown, upper: reasons.some(mayMiss) ? null : shown };
}
