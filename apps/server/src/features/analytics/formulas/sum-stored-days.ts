import { addDays } from '@tidemark/contract';
import {
  type AccountFigures,
  type DayColumn,
  isPeopleColumn,
  type StoredPeriod,
  toAccountFigures,
} from './account-figures.ts';
import type { PeopleColumn, PeopleParts } from './people-parts.ts';
import { countPeriodDays, type Period } from './period.ts';

type Values = Partial<Record<DayColumn | 'followers', number | null>>;

/** A day's columns at an instant. */
export interface DayState {
  day: string;
  values: Values;
  complete: boolean;
  /** Fetched with an old window rule. */
  isOutdated: boolean;
}

/** Instagram's count of people over a window at an instant. */
export interface WindowState {
  endDay: string;
  days: number;
  people: Partial<Record<PeopleColumn, number | null>>;
}

export interface AccountState {
  accountId: string;
  days: readonly DayState[];
  windows: readonly WindowState[];
}

const week = 7;
const maxDaysByDay = 92;
const maxBelievedDays = 30;

/** Computes the figures that `loadFigures` computes in the database, from an account's days and windows. */
export function sumStoredDays(
  state: AccountState,
  { columns, period, today }: { columns: readonly (DayColumn | 'followers')[]; period: Period; today: string },
): AccountFigures {
  const length = countPeriodDays(period);
  const summed = columns.filter((column) => column !== 'followers');
  const people = summed.filter(isPeopleColumn);
  const days = state.days.filter(({ day }) => day >= period.from && day <= period.to);
  const stored = toStoredPeriod(state, { days, summed, period, today });
  const isLong = length > maxDaysByDay;
  const isOpen =
    length > 1 && people.some((column) => length > maxBelievedDays || (stored.window?.[column] ?? null) === null);
  const parts =
    people.length > 0 && (isLong || isOpen)
      ? toParts(state, { days, people, period, step: isLong ? week : 1 })
      : undefined;
  return toAccountFigures(stored, parts, { period, today });
}

interface Summed {
  days: readonly DayState[];
  period: Period;
}

function toStoredPeriod(
  { accountId, windows }: AccountState,
  { days, summed, period, today }: Summed & { summed: readonly DayColumn[]; today: string },
): StoredPeriod {
  const closed = days.filter(({ complete }) => complete);
  const lastWithFollowers = days.findLast(({ values }) => (values.followers ?? null) !== null);
  const window = windows.find(({ endDay, days: length }) => endDay === period.to && length === countPeriodDays(period));
  return {
    account_id: accountId,
    stored: days.length,
    stored_from_today: days.filter(({ day }) => day >= today).length,
    closed: closed.length,
    outdated: days.filter(({ isOutdated }) => isOutdated).length,
    first_day: days[0]?.day ?? null,
    last_closed: closed.at(-1)?.day ?? null,
    followers: lastWithFollowers?.values.followers ?? null,
    followers_day: lastWithFollowers?.day ?? null,
    followers_closed: lastWithFollowers?.complete ?? null,
    window: countPeriodDays(period) > 1 && window ? window.people : null,
    sums: Object.fromEntries(summed.map((column) => [column, sumKnown(days, column)])),
    known: Object.fromEntries(summed.map((column) => [column, listKnown(days, column).length])),
  };
}

function toParts(
  { windows }: AccountState,
  { days, people, period, step }: Summed & { people: readonly PeopleColumn[]; step: number },
): PeopleParts {
  const { from, to } = period;
  const length = countPeriodDays(period);
  const toBack = (day: string) => countPeriodDays({ from: day, to }) - 1;
  const byPlace = [...Map.groupBy(days, ({ day }) => Math.floor(toBack(day) / step))];
  const lists = (toValue: (unit: readonly DayState[], column: PeopleColumn) => number | null) =>
    Object.fromEntries(people.map((column) => [column, byPlace.map(([, unit]) => toValue(unit, column))]));
  const isListed = ({ endDay, days: spanned }: WindowState) => {
    const [isNear, lastStart] = [
      endDay >= from && endDay <= addDays(to, step === 1 ? 29 : 21),
      addDays(endDay, 1 - spanned),
    ];
    const isOnGrid = (countPeriodDays({ from, to: endDay }) - length) % step === 0;
    return isNear && isOnGrid && lastStart <= to && ((step === 1 && length <= 60) || spanned === 28);
  };
  const listed = windows.filter(isListed);
  return {
    step,
    units: {
      places: byPlace.map(([place]) => place),
      sums: lists(sumKnown),
      closed: lists(
        (unit, column) =>
          listKnown(
            unit.filter(({ complete }) => complete),
            column,
          ).length,
      ),
      largest: lists((unit, column) =>
        listKnown(unit, column).reduce<number | null>((most, one) => Math.max(most ?? one, one), null),
      ),
    },
    outdated: byPlace.filter(([, unit]) => unit.some(({ isOutdated }) => isOutdated)).map(([place]) => place),
    windows:
      listed.length === 0
        ? null
        : {
            backs: listed.map(({ endDay }) => (endDay <= to ? toBack(endDay) : -toBackAfter(to, endDay))),
            days: listed.map(({ days: spanned }) => spanned),
            people: Object.fromEntries(
              people.map((column) => [column, listed.map((one) => one.people[column] ?? null)]),
            ),
          },
  };
}

const toBackAfter = (to: string, endDay: string) => countPeriodDays({ from: to, to: endDay }) - 1;

function listKnown(days: readonly DayState[], column: DayColumn): number[] {
  return days.flatMap(({ values }) => values[column] ?? []);
}

function sumKnown(days: readonly DayState[], column: DayColumn): number | null {
  const known = listKnown(days, column);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
