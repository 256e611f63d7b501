import type { PeopleUnit, PeopleWindow } from './people-bounds.ts';

/** Columns with unique people: per day in `account_day`, per window in `account_window`. */
export const peopleColumns = ['reach', 'reach_non_follower', 'engaged'] as const;
export type PeopleColumn = (typeof peopleColumns)[number];

/**
 * Parts for covering a period: weeks for a long period, days for a short one, both counted backwards, so that index 0
 * is the last. Lists in `units` are parallel, and so are the lists in `windows`.
 */
export interface PeopleParts {
  step: number;
  units: {
    places: number[];
    sums: Lists;
    /** Closed days with a value. */
    closed: Lists;
    largest: Lists;
  } | null;
  outdated: number[] | null;
  /** `backs` are the days between the window's end and the period's end. */
  windows: { backs: number[]; days: number[]; people: Lists } | null;
}

type Lists = Partial<Record<PeopleColumn, (number | null)[]>>;

/** Converts to units; the period's first unit is the remainder after full weeks. */
export function toPeopleUnits(
  length: number,
  { step, units, outdated }: PeopleParts,
  column: PeopleColumn,
): ReadonlyMap<number, PeopleUnit> {
  const last = Math.ceil(length / step) - 1;
  const old = new Set(outdated);
  const known = new Map<number, PeopleUnit>();
  for (const [index, place] of (units?.places ?? []).entries()) {
    const people = units?.sums[column]?.[index] ?? null;
    if (people === null) continue;
    const days = place === last ? length - last * step : step;
    known.set(last - place, {
      people,
      isClosed: units?.closed[column]?.[index] === days,
      largest: old.has(place) ? null : (units?.largest[column]?.[index] ?? null),
    });
  }
  return known;
}

export function toPeopleWindows(length: number, { step, windows }: PeopleParts, column: PeopleColumn): PeopleWindow[] {
  if (!windows) return [];
  const last = Math.ceil(length / step) - 1;
  return windows.backs.flatMap((back, index) => {
    const [days, people] = [windows.days[index] ?? 0, windows.people[column]?.[index] ?? null];
    if (people === null || back % step !== 0 || days % step !== 0) return [];
    const window = { end: last - back / step, units: days / step, people };
    // A partial first unit is shorter than a window ending in it, which then starts before the period.
    const overhangs = window.end - window.units === -1 && length % step !== 0;
    return [overhangs ? { ...window, units: window.units + 1 } : window];
  });
}
