import { addDays, countDays as countDaysBetween, listDays } from '@tidemark/contract/calendar-day';

/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export type Day = string;

export const presets = [
  'last-7-days',
  'this-week',
  'last-week',
  'last-2-weeks',
  'last-28-days',
  'last-30-days',
  'last-90-days',
  'this-month',
  'last-month',
  'this-quarter',
  'this-year',
  'last-12-months',
] as const;
export type Preset = (typeof presets)[number];

export const presetLabels: Record<Preset, string> = {
  'last-7-days': 'Last 7 Days',
  'this-week': 'This Week',
  'last-week': 'Last Week',
  'last-2-weeks': 'Last 2 Weeks',
  'last-28-days': 'Last 28 Days',
  'last-30-days': 'Last 30 Days',
  'last-90-days': 'Last 90 Days',
  'this-month': 'This Month',
  'last-month': 'Last Month',
  'this-quarter': 'This Quarter',
  'this-year': 'This Year',
  'last-12-months': 'Last 12 Months',
};

export interface DayRange {
  from: Day;
  to: Day;
}

/** 'previous-period', 'last-year', 'nothing', or the day on which a custom comparison period starts. */
export type Comparison = string;

export interface PeriodSearch {
  from?: Day;
  to?: Day;
  preset?: Preset;
  /** Absent for the previous period. */
  compare?: Comparison;
}

const maxDays = 731;
const toUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`);

/** Creating a format takes far longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns an instant's calendar day in a time zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  const format =
    dayFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  dayFormats.set(timeZone, format);
  return format.format(instant);
}

/** Counts the days, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return countDaysBetween(from, to);
}

export function daysIn(range: DayRange): Day[] {
  return listDays(range.from, range.to);
}

/** Returns the same number of days, ending the day before the range starts. */
export function previousRange(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
}

/** Returns the comparison period: as many days as the range, starting before it. */
export function comparisonRange(range: DayRange, comparison: Comparison): DayRange | null {
  if (comparison === 'nothing') return null;
  const start = comparison === 'last-year' ? sameDayLastYear(range.from) : comparison;
  if (!isDay(start) || start >= range.from) return previousRange(range);
  return { from: start, to: addDays(start, countDays(range) - 1) };
}

/** Returns a preset's range; weeks start on Sunday. */
export function presetRange(preset: Preset, today: Day): DayRange {
  const sunday = addDays(today, -new Date(toUtc(today)).getUTCDay());
  const yesterday = addDays(today, -1);
  const month = new Date(toUtc(today)).getUTCMonth();
  const lastDays = (count: number) => ({ from: addDays(today, -count), to: yesterday });
  switch (preset) {
    case 'last-7-days':
      return lastDays(7);
    case 'this-week':
      return { from: sunday, to: today };
    case 'last-week':
      return { from: addDays(sunday, -7), to: addDays(sunday, -1) };
    case 'last-2-weeks':
      return lastDays(14);
    case 'last-28-days':
      return lastDays(28);
    case 'last-30-days':
      return lastDays(30);
    case 'last-90-days':
      return lastDays(90);
    case 'this-month':
      return { from: monthStart(today, 0), to: today };
    case 'last-month':
      return { from: monthStart(today, -1), to: addDays(monthStart(today, 0), -1) };
    case 'this-quarter':
      return { from: monthStart(today, -(month % 3)), to: today };
    case 'this-year':
      return { from: monthStart(today, -month), to: today };
    case 'last-12-months':
      return { from: addDays(sameDayLastYear(yesterday), 1), to: yesterday };
  }
}

/** Returns the first day of a month, counted from `day`'s month. */
function monthStart(day: Day, months: number): Day {
  const date = new Date(toUtc(day));
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}

/** Returns the same day a year earlier; February 29 becomes February 28. */
function sameDayLastYear(day: Day): Day {
  const inLastYear = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isDay(inLastYear) ? inLastYear : addDays(day, -366);
}

/** Moves the start; moving one end past the other moves both. */
export function moveStart({ to }: DayRange, from: Day): DayRange {
  return { from, to: from > to ? from : to };
}
export function moveEnd({ from }: DayRange, to: Day): DayRange {
  return { from: to < from ? to : from, to };
}

export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = toUtc(value);
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(value);
}

function isPreset(value: unknown): value is Preset {
  return presets.some((preset) => preset === value);
}

/** Parses a URL's period parameters, dropping invalid values. */
export function periodSearch(search: Record<string, unknown>): PeriodSearch {
  const { from, to, preset, compare } = search;
  const comparison = compare === 'last-year' || compare === 'nothing' || isDay(compare) ? { compare } : {};
  if (isPreset(preset)) return { preset, ...comparison };
  if (!isDay(from) || !isDay(to) || from > to || countDays({ from, to }) > maxDays) return comparison;
  return { from, to, ...comparison };
}

interface ChosenRange extends DayRange {
  /** Null for a custom range. */
  preset: Preset | null;
}

/**
 * Returns the range a URL requests as of today, without future days or days before the earliest one; the last seven
 * days if nothing is left.
 */
export function chosenRange({ from, to, preset }: PeriodSearch, today: Day, earliest: Day | null = null): ChosenRange {
  if (from && to) {
    const range = { from: earliest && from < earliest ? earliest : from, to: to > today ? today : to };
    if (range.from <= range.to) return { ...range, preset: null };
  }
  const known = preset ?? 'last-7-days';
  return { ...presetRange(known, today), preset: known };
}

interface ComparedPeriod extends ChosenRange {
  /** The comparison period, as long as the range; null without a comparison. */
  previous: DayRange | null;
  comparison: Comparison;
}

/**
 * Returns the range a URL requests and its comparison period; a day within the range cannot start an earlier period.
 */
export function comparedPeriod(
  { compare = 'previous-period', ...chosen }: PeriodSearch,
  today: Day,
  earliest: Day | null = null,
): ComparedPeriod {
  const range = chosenRange(chosen, today, earliest);
  const comparison = isDay(compare) && compare >= range.from ? 'previous-period' : compare;
  return { ...range, previous: comparisonRange(range, comparison), comparison };
}

/** Returns a day's first instant, in request format. */
export function startInstant(day: Day): string {
  return `${day}T00:00:00.000Z`;
}
export function endInstant(day: Day): string {
  return `${day}T23:59:59.999Z`;
}

/** Returns the comparison period in request format. */
export function comparisonBody(previous: DayRange | null): { pStart?: string; pEnd?: string } {
  return previous ? { pStart: startInstant(previous.from), pEnd: endInstant(previous.to) } : {};
}
