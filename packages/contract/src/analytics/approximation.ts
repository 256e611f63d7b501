import { z } from 'zod';

/** Why a value is approximate. The client has the sentence for each code. */
export const approximationReasons = [
  /** Unique people of several days were added up: someone who came on two days counts twice. */
  'summed_people',
  /** Unique people of several accounts, or of several posts, were added up. */
  'summed_accounts',
  /** The range contains a day that Instagram was still counting when it was fetched. */
  'day_not_closed',
  /** Days of the range are not stored. */
  'days_missing',
  /** Post metrics are fetched once a night: activity between a sync and midnight counts on the next day. */
  'measured_nightly',
  /** Activity before the first sync counts on the day of publishing. */
  'before_first_sync',
  /** Instagram does not report everything: small audiences, some posts, cities beyond the largest. */
  'instagram_hides_part',
  /** Instagram lowered the lifetime totals of a post; earlier deltas were reduced in proportion. */
  'revised_by_instagram',
  /** Fetched before version 0.2, when daily windows could be a day too long, and no longer available. */
  'outdated_window',
  /** Posts are measured at a few ages: values between two measurements are interpolated. */
  'between_measurements',
  /** Lifetime totals of posts of different ages are compared. */
  'different_ages',
] as const;
export const ApproximationReason = z.enum(approximationReasons);
export type ApproximationReason = z.infer<typeof ApproximationReason>;

/** All reasons that apply, and the bounds of the true value; a bound is null if it is unknown. */
export const Approximation = z.object({
  reasons: z.array(ApproximationReason).min(1),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Approximation = z.infer<typeof Approximation>;

/** Part of every value: `approx` is null exactly when `isApprox` is false. */
export const exactness = { isApprox: z.boolean(), approx: Approximation.nullable() };

/**
 * The basis of a change. Both periods are cut to the same number of closed days: a running day never affects a trend.
 */
export const Comparison = z.object({
  /** Compared days of each period; 0 without a comparison. */
  days: z.number().int(),
  /** Days of the requested range. */
  of: z.number().int(),
  /**
   * The first stored day of the accounts if the previous period begins before it; null as well if that period merely
   * has gaps.
   */
  noDataBefore: z.iso.date().nullable(),
});
export type Comparison = z.infer<typeof Comparison>;

/**
 * - `final`: both values are exact.
 * - `estimated`: both are counted alike, and even the bounds agree on the direction.
 * - `uncertain`: the bounds leave the direction open, so that there is no change to show.
 * - `comparing`: Instagram's own count of one of the periods is on its way.
 * - `none`: there is nothing to compare with.
 */
export const changeStates = ['final', 'estimated', 'uncertain', 'comparing', 'none'] as const;
export const ChangeState = z.enum(changeStates);
export type ChangeState = z.infer<typeof ChangeState>;

/** A change between two values that are counted alike. */
export const Change = z.object({
  /** Null unless the state is `final` or `estimated`, like `change`. */
  percentChange: z.number().nullable(),
  /** Difference in the metric's own unit. */
  change: z.number().nullable(),
  changeState: ChangeState,
  /** Bounds of the true change in percent; null while there is none, and a bound is null if it is unknown. */
  changeBounds: z.object({ lower: z.number().nullable(), upper: z.number().nullable() }).nullable(),
});
export type Change = z.infer<typeof Change>;
