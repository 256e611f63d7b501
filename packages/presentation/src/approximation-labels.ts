import { type Approximation, type ApproximationReason, approximationReasons } from '@tidemark/contract';

type Format = (value: number) => string;

export const reasonLabels: Record<ApproximationReason, string> = {
  summed_people: 'Daily counts were added up: someone who visited on two days counts twice.',
  summed_accounts: 'Accounts or posts were added up: someone who saw two of them counts twice.',
  day_not_closed: 'A day in this range was still in progress at the last sync.',
  days_missing: 'Some days in this range are not stored.',
  measured_nightly: 'Posts are measured once a night, so activity in the hours before midnight counts on the next day.',
  before_first_sync: 'Activity from before the first sync counts on the publish date.',
  instagram_hides_part: 'Instagram omits some data, for example for small audiences.',
  revised_by_instagram: 'Instagram lowered earlier totals, so past days were reduced in proportion.',
  outdated_window: 'Some days were synced before version 0.2 and may include part of the next day.',
  between_measurements: 'Posts are measured at a few ages; values in between are estimated.',
  different_ages: 'Lifetime totals are compared, and the other posts had more time to grow.',
};

export function reasonSentences({ reasons }: Pick<Approximation, 'reasons'>): string[] {
  return reasons.map((reason) => reasonLabels[reason]);
}

/** Returns null without a known bound, or if both are the same once formatted. */
export function boundsSentence({ lower, upper }: Approximation, format: Format): string | null {
  const [low, high] = [lower, upper].map((bound) => (bound === null ? null : format(bound)));
  if (low != null && high != null) return low === high ? null : `The actual number is between ${low} and ${high}.`;
  if (low != null) return `The actual number is at least ${low}.`;
  return high == null ? null : `The actual number is at most ${high}.`;
}

const maxBoundRatio = 2;

export interface WrittenNumber {
  text: string;
  /** Small line below it, '322k–1.3M'; null if the text says it all. */
  range: string | null;
}

/**
 * Formats a number, the same way everywhere: '780k' if exact, '≈ 780k' with the range that contains it, or '≥ 310k' if
 * only the lower bound is known and the number is far above it.
 */
export function writeNumber(value: number, approx: Approximation | null, format: Format): WrittenNumber {
  const { lower, upper } = approx ?? { lower: null, upper: null };
  const plain = { text: format(value), range: null };
  if (lower === null) return plain;
  if (upper === null)
    return lower > 0 && value / lower > maxBoundRatio ? { text: `≥ ${format(lower)}`, range: null } : plain;
  const [low, high] = [format(lower), format(upper)];
  return low === high ? plain : { text: `≈ ${format(value)}`, range: `${low}–${high}` };
}

/** Formats the number on one line and without a dot beside it: '≈ 780k (322k–1.3M)'. */
export function numberLine(value: number, approx: Approximation | null, format: Format): string {
  const { text, range } = writeNumber(value, approx, format);
  if (range) return `${text} (${range})`;
  return approx && text === format(value) ? `≈ ${text}` : text;
}

export const dotGuideText =
  'The number is approximate. Hover over, focus or tap the dot to see why. ≈ marks the best estimate; the actual number lies in the range below it. ≥ marks a known lower bound.';

/** Merges the reasons of several metrics. The merged bounds cannot be derived from the individual ones. */
export function mergeApproximations(
  approximations: readonly (Approximation | null)[],
  more: readonly ApproximationReason[] = [],
): Approximation | null {
  const found = new Set([...approximations.flatMap((approx) => approx?.reasons ?? []), ...more]);
  const reasons = approximationReasons.filter((reason) => found.has(reason));
  return reasons.length > 0 ? { reasons, lower: null, upper: null } : null;
}
