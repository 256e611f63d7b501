import type { Figure } from './exactness.ts';

/** Unique people on one day, or in one week as summed days. */
export interface PeopleUnit {
  people: number;
  /** True if all its days are closed, stored and have a value. */
  isClosed: boolean;
  /**
   * Largest value among its days; null if one was fetched with an old window rule and may include people from the next
   * day.
   */
  largest: number | null;
}

/** Unique people whom Instagram counted over several units. */
export interface PeopleWindow {
  /** Its last unit, relative to the range's first; a window may start before the range and end after it. */
  end: number;
  units: number;
  people: number;
}

/** The shown value is the upper bound or, without one, the cheapest cover from the stored days. */
export interface PeopleBounds extends Figure {
  isExact: boolean;
}

/**
 * Bounds unique people over a range with `length` units. People counted in a part also count in the range, so the
 * largest part is a lower bound. Windows and days that together cover the range count each person at least once, so the
 * cheapest cover is an upper bound. `units` contains only units with stored data.
 */
export function boundPeople(
  length: number,
  units: ReadonlyMap<number, PeopleUnit>,
  windows: readonly PeopleWindow[],
): PeopleBounds {
  const whole = windows.find(({ end, units: size }) => end === length - 1 && size === length)?.people;
  if (whole !== undefined) return { shown: whole, lower: whole, upper: whole, isExact: true };
  const inside = [
    ...windows.filter(({ end, units: size }) => end < length && end - size >= -1),
    ...[...units.values()].flatMap(({ largest: people }) => (people === null ? [] : [{ people }])),
  ].map(({ people }) => people);
  const largest = inside.length === 0 ? null : inside.reduce((most, people) => Math.max(most, people));
  const upper = coverRange(length, windows, (unit) => {
    const stored = units.get(unit);
    return stored?.isClosed ? stored.people : Infinity;
  });
  if (!Number.isFinite(upper)) {
    const stored = coverRange(length, windows, (unit) => units.get(unit)?.people ?? 0);
    return { shown: Math.max(stored, largest ?? 0), lower: largest, upper: null, isExact: false };
  }
  // Instagram estimates: a part may be slightly larger than the whole.
  const lower = largest === null ? null : Math.min(largest, upper);
  return { shown: upper, lower, upper, isExact: lower === upper };
}

/** Finds the cheapest cover for each prefix of the range, by dynamic programming. */
function coverRange(length: number, windows: readonly PeopleWindow[], costOfUnit: (unit: number) => number): number {
  const byStart = windows.toSorted((one, other) => one.end - one.units - (other.end - other.units));
  const costs = Array.from({ length: length + 1 }, () => Infinity);
  costs[0] = 0;
  let next = 0;
  for (let unit = 0; unit < length; unit += 1) {
    const before = costs[unit] ?? Infinity;
    costs[unit + 1] = Math.min(before + costOfUnit(unit), costs[unit + 1] ?? Infinity);
    // Windows that start here or before the range; each covers every prefix up to its end.
    for (let window = byStart[next]; window && window.end - window.units < unit; window = byStart[(next += 1)])
      for (let end = unit; end <= Math.min(window.end, length - 1); end += 1)
        costs[end + 1] = Math.min(before + window.people, costs[end + 1] ?? Infinity);
  }
  return costs[length] ?? Infinity;
}

/** Combines unique people over several accounts: some may be counted by more than one. */
export function combinePeople(accounts: readonly Figure[]): Figure {
  const lowers = accounts.flatMap(({ lower }) => lower ?? []);
  return { ...addFigures(accounts), lower: lowers.length === 0 ? null : Math.max(...lowers) };
}

/** Adds up counts over accounts, or people as part of a ratio. */
export function addFigures(figures: readonly Figure[]): Figure {
  return {
    shown: figures.reduce((sum, { shown }) => sum + shown, 0),
    lower: addKnown(figures.map(({ lower }) => lower)),
    upper: addKnown(figures.map(({ upper }) => upper)),
  };
}

function addKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
