import type { AccountProfile } from './account-profile.ts';
import { chance } from './chance.ts';
import type { DayNumber } from './calendar.ts';
import type { MainSurface, Surface, SurfaceCounts } from './day-record.ts';
import { countSurfaces } from './day-record.ts';

const movedShares: [from: MainSurface, to: Surface, share: number][] = [
  ['CAROUSEL_CONTAINER', 'CAROUSEL_ITEM', 0.14],
  ['REEL', 'IGTV', 0.006],
  ['STORY', 'AR_EFFECT_PREVIEW', 0.004],
  ['POST', 'UNKNOWN', 0.003],
];

/** Returns all the day's surfaces; rare ones take their values from the others, so that the sum stays the same. */
export function toSurfaceCounts(
  { hasRareSegments }: AccountProfile,
  main: Partial<Record<Surface, number>>,
): SurfaceCounts {
  const counts = countSurfaces((surface) => main[surface] ?? 0);
  if (!hasRareSegments) return counts;
  for (const [from, to, share] of movedShares) {
    const moved = Math.floor(counts[from] * share);
    counts[from] -= moved;
    counts[to] += moved;
  }
  return counts;
}

/** Returns people whose follow type Instagram does not report. */
export function unknownPeople({ hasRareSegments, seed }: AccountProfile, day: DayNumber, strangers: number): number {
  return hasRareSegments ? Math.floor(strangers * (0.006 + 0.02 * chance(seed, day, 9))) : 0;
}
