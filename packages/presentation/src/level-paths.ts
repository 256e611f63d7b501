import { line } from 'd3-shape';
import type { DayValue } from './day-bars.ts';

interface LevelSize {
  width: number;
  height: number;
  /** `lowest` shows the movement of a value that hardly changes. */
  baseline: 'zero' | 'lowest';
}

/** Returns paths for a level by day and for its days that are still running; null for fewer than two values. */
export function toLevelPaths(series: readonly DayValue[], { width, height, baseline }: LevelSize) {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length < 2) return null;
  const high = Math.max(...values);
  const low = Math.min(...values, baseline === 'zero' ? 0 : Infinity);
  const draw = line<DayValue>()
    .defined(({ value }) => value !== null)
    .x((_, index) => 2 + (index / (series.length - 1)) * (width - 4))
    .y(({ value }) => height - 2 - (((value ?? 0) - low) / (high - low || 1)) * (height - 4));
  const running = series.findIndex(({ isClosed }) => isClosed === false);
  const closed = running < 0 ? series : series.slice(0, running);
  const fromLastClosed = series.map((day, index) => (index < running - 1 ? { ...day, value: null } : day));
  return { closed: draw([...closed]) ?? '', running: running < 0 ? null : (draw(fromLastClosed) ?? '') };
}
