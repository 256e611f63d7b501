import type { Bounds, Figure } from './exactness.ts';
import type { PeopleUnit, PeopleWindow } from './people-bounds.ts';

/**
 * Measures how fast people repeat: over n days there are n^-overlap times as many people as the days add up to. 0 if no
 * one comes twice, 1 if the same people come every day.
 */
export function toOverlap({ people, sum, days }: { people: number; sum: number; days: number }): number | null {
  if (days < 2 || people <= 0 || sum <= 0) return null;
  return Math.min(Math.max(0, Math.log(sum / people) / Math.log(days)), 1);
}

/** Lists the overlaps for longer windows within a range whose days are closed. */
export function listOverlaps(
  step: number,
  units: ReadonlyMap<number, PeopleUnit>,
  windows: readonly PeopleWindow[],
): number[] {
  const inside = windows.flatMap(({ end, units: size, people }) => {
    const own = Array.from({ length: size }, (_, index) => units.get(end - index));
    if (!own.every((unit) => unit?.isClosed)) return [];
    const sum = own.reduce((total, unit) => total + (unit?.people ?? 0), 0);
    return [{ days: size * step, overlap: toOverlap({ people, sum, days: size * step }) }];
  });
  const longest = Math.max(0, ...inside.map(({ days }) => days));
  return inside.flatMap(({ days, overlap }) => (overlap === null || 2 * days < longest ? [] : [overlap]));
}

/** Returns the best estimate within the bounds: from the windows' overlap, else the bounds' geometric mean. */
export function estimatePeople(
  { shown: cover, lower }: Pick<Figure, 'shown' | 'lower'>,
  { sum, days, overlaps }: { sum: number; days: number; overlaps: readonly number[] },
): number {
  if (lower === null || cover <= lower) return cover;
  if (overlaps.length === 0) return Math.round(Math.sqrt(lower * cover));
  const mean = overlaps.reduce((total, overlap) => total + overlap, 0) / overlaps.length;
  return clamp(Math.round(sum * days ** -mean), { lower, upper: cover });
}

export function clamp(value: number, { lower, upper }: Bounds): number {
  return Math.min(Math.max(value, lower ?? 0), upper ?? Infinity);
}
