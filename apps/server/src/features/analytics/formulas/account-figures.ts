import { addDays, type ApproximationReason } from '@tidemark/contract';
import { summedColumns } from '../../../metrics/card-metrics.ts';
import { countPeriodDays, type Period } from './period.ts';
import type { Figure } from './exactness.ts';
import { boundPeople, type PeopleBounds } from './people-bounds.ts';
import { estimatePeople, listOverlaps, toOverlap } from './people-overlap.ts';
import { type PeopleColumn, peopleColumns, type PeopleParts, toPeopleUnits, toPeopleWindows } from './people-parts.ts';

/** Columns in `account_day` that cards sum. */
export const dayColumns = summedColumns;
export type DayColumn = (typeof dayColumns)[number];

const summedPeople: ApproximationReason = 'summed_people';

type Cells<Column extends string> = Partial<Record<Column, number | null>>;

/** Stored data for an account in a period. */
export interface StoredPeriod {
  account_id: string;
  /** Stored days before today. */
  stored: number;
  stored_from_today: number;
  closed: number;
  outdated: number;
  first_day: string | null;
  last_closed: string | null;
  followers: number | null;
  followers_day: string | null;
  followers_closed: boolean | null;
  /** Instagram's own count over exactly this period; null if it was not fetched. */
  window: Cells<PeopleColumn> | null;
  sums: Cells<DayColumn>;
  /** Stored days with a value for the metric. */
  known: Cells<DayColumn>;
}

export interface ReasonedFigure extends Figure {
  reasons: ApproximationReason[];
}

export interface PeopleFigure extends PeopleBounds, ReasonedFigure {
  /** Overlap between the days in each window that shows it. */
  overlaps: readonly number[];
}

/** An account's metrics in a period. */
export interface AccountFigures {
  accountId: string;
  period: Period;
  /** Days before today, up to the last stored day; includes gaps. */
  closedDays: number;
  firstDay: string | null;
  /** All days are stored. */
  isWhole: boolean;
  /** Reasons why these days' metrics would be approximate, regardless of the metric. */
  reasons: ApproximationReason[];
  followers: number | null;
  followersReasons: ApproximationReason[];
  sum(column: DayColumn): ReasonedFigure;
  /** True if at least one stored day has a value. */
  isKnown(column: DayColumn): boolean;
  people(column: PeopleColumn): PeopleFigure;
  /** A window over exactly this period is stored, even if without a value. */
  hasWindow: boolean;
}

export function toAccountFigures(
  stored: StoredPeriod,
  parts: PeopleParts | undefined,
  { period, today }: { period: Period; today: string },
): AccountFigures {
  const length = countPeriodDays(period);
  const people = new Map<PeopleColumn, PeopleFigure>();
  const countColumn = (column: PeopleColumn): Omit<PeopleFigure, 'reasons'> => {
    const sum = stored.sums[column] ?? 0;
    const days = stored.known[column] ?? 0;
    const whole = stored.window?.[column] ?? null;
    if (length === 1 && whole === null) return { ...boundDay(stored, column), overlaps: [] };
    const { overlaps, ...found } = boundParts(length, parts, column);
    const bounds = column === 'reach_non_follower' ? widen(found) : found;
    // There are no parts to compare with unless a column is open.
    if (whole === null || (parts && !isWithin(whole, bounds)))
      return { ...bounds, shown: estimatePeople(bounds, { sum, days, overlaps }), overlaps };
    const overlap = toOverlap({ people: whole, sum, days });
    return { shown: whole, lower: whole, upper: whole, isExact: true, overlaps: overlap === null ? [] : [overlap] };
  };
  const reasons = listDayReasons(stored, period, today);
  const isHidden = (column: DayColumn) => (stored.known[column] ?? 0) < stored.stored;
  const reasonsFor = (column: DayColumn): ApproximationReason[] =>
    isHidden(column) ? [...reasons, 'instagram_hides_part'] : reasons;
  return {
    accountId: stored.account_id,
    period,
    closedDays: stored.last_closed === null ? 0 : countPeriodDays({ from: period.from, to: stored.last_closed }),
    firstDay: stored.first_day,
    isWhole: stored.stored === length,
    reasons,
    followers: stored.followers,
    followersReasons: listFollowerReasons(stored, period, today),
    hasWindow: stored.window !== null,
    isKnown: (column) => (stored.known[column] ?? 0) > 0,
    sum(column) {
      const shown = stored.sums[column] ?? 0;
      const why = reasonsFor(column);
      const isComplete = why.every((reason) => reason === 'outdated_window');
      return { shown, lower: stored.outdated > 0 ? null : shown, upper: isComplete ? shown : null, reasons: why };
    },
    people(column) {
      const known = people.get(column);
      if (known) return known;
      const counted = countColumn(column);
      const why = stored.stored > 1 ? [...reasonsFor(column), summedPeople] : reasonsFor(column);
      const figure = { ...counted, reasons: counted.isExact ? [] : why };
      people.set(column, figure);
      return figure;
    },
  };
}

/**
 * Widens bounds, because Instagram estimates each part of a unique count separately: 90-day counts were measured 1 to 2
 * % off.
 */
function widen({ lower, upper, ...bounds }: PeopleBounds): PeopleBounds {
  return {
    ...bounds,
    isExact: false,
    lower: lower === null ? null : Math.max(0, Math.floor(0.98 * lower) - 2),
    upper: upper === null ? null : Math.ceil(1.02 * upper) + 2,
  };
}

/** Returns false for a count that its own parts contradict: it can't cover the whole range. */
function isWithin(whole: number, { lower, upper }: PeopleBounds): boolean {
  return (lower === null || whole >= 0.98 * lower - 2) && (upper === null || whole <= 1.02 * upper + 2);
}

/** Uses the sum for a single day, the best available value. */
function boundDay(stored: StoredPeriod, column: PeopleColumn): PeopleBounds {
  const people = stored.sums[column] ?? null;
  const [isClosed, largest] = [stored.closed === 1, stored.outdated > 0 ? null : people];
  return boundPeople(1, people === null ? new Map() : new Map([[0, { people, isClosed, largest }]]), []);
}

function boundParts(
  length: number,
  parts: PeopleParts | undefined,
  column: PeopleColumn,
): PeopleBounds & Pick<PeopleFigure, 'overlaps'> {
  const step = parts?.step ?? 1;
  const size = Math.ceil(length / step);
  if (!parts) return { ...boundPeople(size, new Map(), []), overlaps: [] };
  const units = toPeopleUnits(length, parts, column);
  const windows = toPeopleWindows(length, parts, column);
  return { ...boundPeople(size, units, windows), overlaps: listOverlaps(step, units, windows) };
}

/** Lists reasons by day: days from today on are not closed; earlier days without a row are missing. */
function listDayReasons(stored: StoredPeriod, period: Period, today: string): ApproximationReason[] {
  const yesterday = addDays(today, -1);
  const past =
    period.from >= today ? 0 : countPeriodDays({ from: period.from, to: period.to < today ? period.to : yesterday });
  const fromToday = countPeriodDays(period) - past;
  const reasons: ApproximationReason[] = [];
  if (stored.closed < stored.stored || stored.stored_from_today < fromToday) reasons.push('day_not_closed');
  if (stored.stored - stored.stored_from_today < past) reasons.push('days_missing');
  if (stored.outdated > 0) reasons.push('outdated_window');
  return reasons;
}

function listFollowerReasons(stored: StoredPeriod, { to }: Period, today: string): ApproximationReason[] {
  if (stored.followers_day === to && stored.followers_closed) return [];
  return to >= today || (stored.followers_day === to && !stored.followers_closed)
    ? ['day_not_closed']
    : ['days_missing'];
}

export function isPeopleColumn(column: DayColumn | 'followers'): column is PeopleColumn {
  return peopleColumns.some((one) => one === column);
}
