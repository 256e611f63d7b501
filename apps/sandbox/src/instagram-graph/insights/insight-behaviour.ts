import type { FaultName, FaultParams } from '../../faults.ts';

/** Rules that the service's documentation leaves open; a fault switches each to its opposite. */
export interface InsightRules {
  /** A series dates each day by its end and returns days that end in (since, until]. */
  datesByEnd: boolean;
  /** A day that starts at `until` belongs to the range. */
  includesEnd: boolean;
  /** A total may cover more than 30 days. */
  acceptsLongTotals: boolean;
  /** So may a series. */
  acceptsLongSeries: boolean;
  /** Days beyond two years are refused, rather than omitted. */
  refusesOldDays: boolean;
  /** Cells by follow type exist for the last year only. */
  forgetsFollowTypes: boolean;
  /** Each part of a unique count is a separate estimate. */
  estimatesParts: boolean;
  /** Days on which more people took a like back than gave one. */
  hasNetLosses: boolean;
}

/** Reads the rules as they are set for a call or an account. */
export function readInsightRules(
  strike: (fault: FaultName) => FaultParams | undefined,
  { isInstagram = false }: { isInstagram?: boolean } = {},
): InsightRules {
  const long = strike('long-totals');
  const isSet = (fault: FaultName) => strike(fault) !== undefined;
  return {
    datesByEnd: isSet('series-dated-by-end'),
    includesEnd: !isSet('range-end-excluded'),
    // Measured on graph.instagram.com only, in 2026.
    acceptsLongTotals: isInstagram || long !== undefined,
    acceptsLongSeries: long?.has('series') ?? false,
    refusesOldDays: !isSet('old-days-silent'),
    forgetsFollowTypes: !isSet('old-follow-types'),
    estimatesParts: !isSet('exact-parts'),
    hasNetLosses: !isSet('no-net-losses'),
  };
}
