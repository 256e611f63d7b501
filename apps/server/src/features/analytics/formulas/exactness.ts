import { type Approximation, type ApproximationReason, approximationReasons } from '@tidemark/contract';

export interface Bounds {
  /** Bounds for the true value; null if unknown. */
  lower: number | null;
  upper: number | null;
}

/** A value with bounds for the true value. */
export interface Figure extends Bounds {
  shown: number;
}

export function toExactFigure(shown: number): Figure {
  return { shown, lower: shown, upper: shown };
}

export interface Exactness {
  isApprox: boolean;
  approx: Approximation | null;
}

const unbounded: Bounds = { lower: null, upper: null };

/** Returns the exactness: exact without reasons. Reasons are deduplicated and sorted as in the contract. */
export function toExactness(reasons: Iterable<ApproximationReason>, { lower, upper }: Bounds = unbounded): Exactness {
  const known = new Set(reasons);
  if (known.size === 0) return { isApprox: false, approx: null };
  return {
    isApprox: true,
    approx: { reasons: approximationReasons.filter((reason) => known.has(reason)), lower, upper },
  };
}
