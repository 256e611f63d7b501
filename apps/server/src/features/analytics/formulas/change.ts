import type { Change } from '@tidemark/contract';
import type { Bounds, Figure } from './exactness.ts';

export interface FigurePair {
  current: Figure;
  previous: Figure;
}

export interface Compared {
  /** Both values with all their bounds; neither can be negative unless both are exact. */
  own: FigurePair;
  /** Both counted alike, so that the method's errors cancel out; same as `own` for counts. */
  alike?: FigurePair;
  /** Instagram's own count for one value is still being fetched. */
  isToCome?: boolean;
}

/** Returns the change in percent; 100 if only the previous value is 0, and 0 if both are. */
export function percentChange(current: number, previous: number): number {
  if (previous === 0) return Math.sign(current) * 100;
  return ((current - previous) / Math.abs(previous)) * 100;
}

/** Defines the one rule for changes: shown only if both values are exact, or the direction is certain. */
export function toChange(compared: Compared | null): Change & { previous: number | null } {
  if (!compared) return { ...noChange, previous: null };
  const { own, alike = own, isToCome = false } = compared;
  const previous = alike.previous.shown;
  const change = alike.current.shown - previous;
  const percent = percentChange(alike.current.shown, previous);
  if (isExact(own.current) && isExact(own.previous))
    return {
      previous,
      change,
      percentChange: percent,
      changeState: 'final',
      changeBounds: { lower: percent, upper: percent },
    };
  if (isToCome) return { ...noChange, previous, changeState: 'comparing' };
  const bounds = intersect(boundChange(alike), boundChange(own));
  const isCertain =
    (bounds.lower !== null && (bounds.lower > 0 || bounds.lower === bounds.upper)) ||
    (bounds.upper !== null && bounds.upper < 0);
  if (!isCertain) return { ...noChange, previous, changeState: 'uncertain', changeBounds: bounds };
  return { previous, change, percentChange: percent, changeState: 'estimated', changeBounds: bounds };
}

const noChange: Change = { percentChange: null, change: null, changeState: 'none', changeBounds: null };

const isExact = ({ lower, upper }: Figure) => lower !== null && lower === upper;

function boundChange({ current, previous }: FigurePair): Bounds {
  const isEndless = previous.lower === null || (previous.lower === 0 && previous.upper !== 0);
  return {
    lower: current.lower === null || previous.upper === null ? null : percentChange(current.lower, previous.upper),
    upper: current.upper === null || isEndless ? null : percentChange(current.upper, previous.lower ?? 0),
  };
}

/** Clamps the narrow bounds to the hard ones, even where they lie outside. */
function intersect(narrow: Bounds, hard: Bounds): Bounds {
  const clamp = (value: number) => Math.min(Math.max(value, hard.lower ?? -Infinity), hard.upper ?? Infinity);
  return {
    lower: narrow.lower === null ? hard.lower : clamp(narrow.lower),
    upper: narrow.upper === null ? hard.upper : clamp(narrow.upper),
  };
}
