import { once } from './once.ts';

const locale = 'en-US';
const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
const short = once(() => new Intl.NumberFormat(locale, { notation: 'compact' }));
const whole = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

const finite = (value: number) => (Number.isFinite(value) ? value : 0);
const toCompact = (value: number) => lowerThousands(compact().format(value));
const lowerThousands = (text: string) => text.replace('K', 'k');

/** 999 stays, 1234 becomes '1.2k', 1234567 '1.2M'. */
export function compactNumber(value: number): string {
  const rounded = Math.round(finite(value));
  return Math.abs(rounded) < 1000 ? String(rounded === 0 ? 0 : rounded) : toCompact(rounded);
}

/** Formats a number in at most four characters: 1234 becomes '1.2k', 12345 '12k'. */
export function shortNumber(value: number): string {
  return lowerThousands(short().format(Math.round(finite(value))));
}

/** Formats a number for the stats strip: compact above 1000. */
export function statNumber(value: number): string {
  return finite(value) > 1000 ? toCompact(value) : whole().format(finite(value));
}

/** Formats a number for grid cells: compact only above 10 million. */
export function gridNumber(value: number): string {
  return finite(value) > 10_000_000 ? toCompact(value) : whole().format(finite(value));
}

/** Formats a number with thousands separators, never abbreviated. */
export function wholeNumber(value: number): string {
  return whole().format(finite(value));
}

export function percent(value: number): string {
  return `${unsignedZero(finite(value).toFixed(1))}%`;
}

/** Formats a trend: two decimals below 0.1, else one. */
export function trendPercent(value: number): string {
  const known = finite(value);
  return `${unsignedZero(known.toFixed(Math.abs(known) < 0.1 ? 2 : 1))}%`;
}

function unsignedZero(text: string): string {
  return /^-0(\.0+)?$/.test(text) ? text.slice(1) : text;
}

const dayParts = { month: 'short', day: '2-digit', year: 'numeric' } as const;
const dayFormat = once(() => new Intl.DateTimeFormat(locale, { ...dayParts, timeZone: 'UTC' }));
const shortDayFormat = once(() => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }));

/** Formats a calendar day `YYYY-MM-DD` as 'Mar 05, 2025', the same in every time zone. */
export function dayLabel(day: string): string {
  return dayFormat().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** Formats the calendar days of instants in a time zone, like `dayLabel`. */
export function dayLabelsIn(timeZone: string): (instant: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...dayParts, timeZone });
  return (instant) => format.format(new Date(instant));
}

/** Formats a calendar day as 'Mar 5', for axes. */
export function shortDayLabel(day: string): string {
  return shortDayFormat().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

const million = 1_000_000;
const millions = once(
  () => new Intl.NumberFormat(locale, { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Abbreviated with two decimals from a million up, else with thousands separators. */
export function totalNumber(value: number): string {
  return (value >= million ? millions() : whole()).format(value);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Formats milliseconds as minutes and seconds. */
export function watchTime(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

/** Capitalises the first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
