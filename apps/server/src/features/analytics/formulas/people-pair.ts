import type { AccountFigures } from './account-figures.ts';
import type { FigurePair } from './change.ts';
import { countPeriodDays } from './period.ts';
import { clamp } from './people-overlap.ts';
import type { PeopleColumn } from './people-parts.ts';

/** Minimum: even the same people do not repeat in exactly the same way in two periods. */
export const minSpread = 0.02;

/**
 * Counts people alike in two periods: unchanged if both are exact; otherwise both as the same share of their daily sum.
 * The bounds allow for how much this share varies between the windows in both periods; without windows in both, they
 * are those for the people.
 */
export function pairPeople(column: PeopleColumn, current: AccountFigures, previous: AccountFigures): FigurePair {
  const [now, before] = [current.people(column), previous.people(column)];
  const [days, daysBefore] = [current.sum(column), previous.sum(column)];
  if ((now.isExact && before.isExact) || days.shown === 0 || daysBefore.shown === 0)
    return { current: now, previous: before };
  const known = before.isExact ? before.shown / daysBefore.shown : now.shown / days.shown;
  const share = clamp(known * daysBefore.shown, before) / daysBefore.shown;
  const shown = Math.round(clamp(share * days.shown, now));
  const shownBefore = Math.round(clamp(share * daysBefore.shown, before));
  const isWhole = [days, daysBefore].every(({ lower, upper }) => lower !== null && upper !== null);
  if (!isWhole || now.overlaps.length === 0 || before.overlaps.length === 0)
    return { current: { ...now, shown }, previous: { ...before, shown: shownBefore } };
  const all = [...now.overlaps, ...before.overlaps];
  const within = (Math.max(...all) - Math.min(...all)) / 2;
  const between = Math.abs(mean(now.overlaps) - mean(before.overlaps));
  const spread = Math.max(minSpread, (within + between) * Math.log(countPeriodDays(current.period)));
  return {
    current: { shown, lower: shown, upper: shown },
    previous: { shown: shownBefore, lower: shownBefore * Math.exp(-spread), upper: shownBefore * Math.exp(spread) },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
