import { z } from 'zod';

/** Codes for why a value is approximate. The client has a sentence for each code. */
export const approximationReasons = [
  /** Unique people were added up across days: someone who came on two days counts twice. */
  'summed_people',
  /** Unique people were added up across accounts or posts. */
  'summed_accounts',
  /** The range contains a day that Instagram was still counting when it was fetched. */
  'day_not_closed',
  /** Some days in the range are not stored. */
  'days_missing',
  /** Post metrics are fetched once a night: activity between a sync and midnight counts on the next day. */
  'measured_nightly',
  /** Activity before the first sync counts on the publish date. */
  'before_first_sync',
  /** Instagram does not report everything: small audiences, some posts, cities beyond the largest. */
  'instagram_hides_part',
  /** Instagram lowered a post's lifetime totals; earlier deltas were reduced in proportion. */
  'revised_by_instagram',
  /** Fetched before version 0.2, when daily windows could be a day too long, and no longer available. */
  'outdated_window',
  /** Posts are measured only at a few ages; values in between are interpolated. */
  'between_measurements',
  /** The lifetime totals compared belong to posts that differ in age. */
  'different_ages',
] as const;
export const ApproximationReason = z.enum(approximationReasons);
export type ApproximationReason = z.infer<typeof ApproximationReason>;

/** All reasons that apply, with bounds for the true value; a bound is null if unknown. */
export const Approximation = z.object({
  reasons: z.array(ApproximationReason).min(1),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Approximation = z.infer<typeof Approximation>;

/** Included with every value: `approx` is null exactly when `isApprox` is false. */
export const exactness = { isApprox: z.boolean(), approx: Approximation.nullable() };

/**
 * Days behind a change. Both periods are cut to the same number of closed days, so an unfinished day never affects a
 * trend.
 */
export const Comparison = z.object({
  /** Compared days in each period; 0 without a comparison. */
  days: z.number().int(),
  /** Days in the requested range. */
  of: z.number().int(),
  /**
   * The accounts' first stored day if the previous period begins before it. Also null if that period merely has gaps.
   */
  noDataBefore: z.iso.date().nullable(),
});
export type Comparison = z.infer<typeof Comparison>;

/**
 * - `final`: both values are exact.
 * - `estimated`: both are counted the same way, and even the bounds agree on the direction.
 * - `uncertain`: the bounds leave the direction open, so there is no change to show.
 * - `comparing`: Instagram's own count for one period is on its way.
 * - `none`: there is nothing to compare with.
 */
export const changeStates = ['final', 'estimated', 'uncertain', 'comparing', 'none'] as const;
export const ChangeState = z.enum(changeStates);
export type ChangeState = z.infer<typeof ChangeState>;

/** A change between two values that are counted the same way. */
export const Change = z.object({
  /** Null unless the state is `final` or `estimated`; so is `change`. */
  percentChange: z.number().nullable(),
  /** Difference in the metric's own unit. */
  change: z.number().nullable(),
  changeState: ChangeState,
  /** Bounds for the true change in percent; null without a change. A single bound is null if unknown. */
  changeBounds: z.object({ lower: z.number().nullable(), upper: z.number().nullable() }).nullable(),
});
export type Change = z.infer<typeof Change>;
