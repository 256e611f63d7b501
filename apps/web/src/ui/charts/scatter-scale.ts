export interface ScatterPoint {
  key: string;
  x: number;
  y: number;
  /** A theme colour: `var(--…)`. */
  color: string;
  /** Highlights the point. */
  peak?: boolean;
}

/** A mean in the middle, and how far the axis extends to either side. */
export interface DeviationScale {
  mean: number;
  reach: number;
}

/**
 * Returns a scale that fits the largest deviation plus a tenth, rounded up; at least 1, so that equal values still have
 * an axis.
 */
export function deviationScale(values: readonly number[]): DeviationScale {
  if (values.length === 0) return { mean: 0, reach: 1 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const widest = values.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0);
  return { mean, reach: Math.max(1, Math.ceil(widest * 1.1)) };
}

/** Returns 0 at the axis's low end to 1 at its high end. */
export function shareAlong({ mean, reach }: DeviationScale, value: number): number {
  return (value - mean + reach) / (2 * reach);
}

interface Spot {
  x: number;
  y: number;
}

/** Returns the index of the nearest spot within a distance, or -1. */
export function nearestSpot(spots: readonly Spot[], at: Spot, within: number): number {
  let nearest = -1;
  let best = within * within;
  for (const [index, { x, y }] of spots.entries()) {
    const distance = (x - at.x) ** 2 + (y - at.y) ** 2;
    if (distance <= best) {
      best = distance;
      nearest = index;
    }
  }
  return nearest;
}
