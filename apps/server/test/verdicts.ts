import type { Approximation } from '@tidemark/contract';

/** A value with its mark; without bounds, they count as not given. */
export interface MarkedNumber {
  shown: number | null;
  isApprox: boolean;
  approx: Approximation | null;
}

/** Bounds for a true value: for people across several accounts only a range is known. */
export interface TrueRange {
  min: number;
  max: number;
}

/** Compares values with the truth and collects errors; counts how each correct value was confirmed. */
export class Verdicts {
  wrong: string[] = [];
  exact = 0;
  bounded = 0;
  marked = 0;

  /** Passes when equal to the truth, or marked with reasons and, where given, bounds that contain it. */
  judge(label: string, { shown, isApprox, approx }: MarkedNumber, truth: number | TrueRange): void {
    const { min, max } = typeof truth === 'number' ? { min: truth, max: truth } : truth;
    if (!isApprox) {
      this.exact += 1;
      if (approx !== null) this.wrong.push(`${label}: exact, but with reasons ${approx.reasons.join(', ')}`);
      this.equal(label, shown, min);
      if (min !== max) this.wrong.push(`${label}: ${shown} is called exact, but may be anything in ${min}…${max}`);
      return;
    }
    if (!approx || approx.reasons.length === 0) {
      this.wrong.push(`${label}: marked without a reason`);
      return;
    }
    const { lower, upper } = approx;
    if (lower === null && upper === null) this.marked += 1;
    else this.bounded += 1;
    const around = `${label}: ${min}…${max} is not within ${lower}…${upper} (${approx.reasons.join(', ')})`;
    if ((lower !== null && lower > min + slack(min)) || (upper !== null && upper < max - slack(max)))
      this.wrong.push(around);
  }

  equal(label: string, given: unknown, truth: unknown): void {
    const isSame =
      typeof given === 'number' && typeof truth === 'number'
        ? Math.abs(given - truth) <= slack(truth)
        : JSON.stringify(given) === JSON.stringify(truth);
    if (!isSame) this.wrong.push(`${label}: ${JSON.stringify(given)} instead of ${JSON.stringify(truth)}`);
  }

  /** Only the first errors: a wrong formula causes hundreds. */
  get report(): string[] {
    return this.wrong.slice(0, 12);
  }
}

function slack(truth: number): number {
  return 1e-9 * Math.max(1, Math.abs(truth));
}
