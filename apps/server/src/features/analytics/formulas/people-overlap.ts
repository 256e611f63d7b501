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
  const { sums, closed } = addUp(units);
  const inside = windows.flatMap(({ end, units: size, people }) => {
    const start = end - size + 1;
    if (start < 0 || end >= closed.length - 1 || closed[end + 1]! - closed[start]! < size) return [];
    return [{ days: size * step, people, sum: sums[end + 1]! - sums[start]! }];
  });
  const longest = Math.max(0, ...inside.map(({ days }) => days));
  return inside.flatMap((window) => (2 * window.days < longest ? [] : (toOverlap(window) ?? [])));
}

/** Returns running totals for the closed units: at each index, the people and the number of earlier units. */
function addUp(units: ReadonlyMap<number, PeopleUnit>): { sums: number[]; closed: number[] } {
  const [sums, closed] = [[0], [0]];
  const last = Math.max(-1, ...units.keys());
  for (let index = 0; index <= last; index += 1) {
    const unit = units.get(index);
    sums.push(sums[index]! + (unit?.isClosed ? unit.people : 0));
    closed.push(closed[index]! + (unit?.isClosed ? 1 : 0));
  }
  return { sums, closed };
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
