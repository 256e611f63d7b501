import type { ReportChoice } from '@tidemark/contract';
import { addDays, countDays } from '@tidemark/contract/calendar-day';
import { cutText } from '@tidemark/contract/characters';
import { once } from './once.ts';

interface Days {
  from: string;
  to: string;
}

const format = (parts: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }));
const month = format({ month: 'long', year: 'numeric' });
const day = format({ month: 'short', day: 'numeric', year: 'numeric' });

const maxNameCharacters = 80;
const minSharedCharacters = 3;

/** Returns a report's days as seen on one Instagram day: rolling ranges end with the last complete day. */
export function toReportDays(range: ReportChoice['range'], today: string): Days {
  switch (range.kind) {
    case 'fixed':
      return { from: range.from, to: range.to };
    case 'last-days':
      return { from: addDays(today, -range.days), to: addDays(today, -1) };
    case 'last-month': {
      const to = addDays(`${today.slice(0, 7)}-01`, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
  }
}

/** Titles a report after its accounts and days: 'Fjordlys, November 2026'. */
export function toReportTitle(accountNames: readonly string[], days: Days): string {
  const span = toSpan(days);
  const names = cutText(joinNames(accountNames), { maxCharacters: maxNameCharacters });
  return names === '' ? span : `${names}, ${span}`;
}

/** Returns the words with which all names begin, or the first names. */
function joinNames(names: readonly string[]): string {
  const [first = '', second = ''] = names;
  if (names.length < 2) return first;
  const shared = findSharedStart(names);
  if (shared.length >= minSharedCharacters) return shared;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} others`;
}

function findSharedStart(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(/\s+/));
  const at = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  return first
    .slice(0, at < 0 ? first.length : at)
    .join(' ')
    .replace(/[\s\p{P}&]+$/u, '');
}

/** True for exactly one month of the calendar. */
export function isCalendarMonth({ from, to }: Days): boolean {
  return from.endsWith('-01') && addDays(to, 1).endsWith('-01') && countDays(from, to) <= 31;
}

/** Returns days as titles name them, such as 'Nov 1 – 7, 2026', or a whole month; empty if they are not days. */
export function toSpan({ from, to }: Days): string {
  const [start, end] = [from, to].map((one) => new Date(`${one}T00:00:00Z`));
  if (!start || !end || Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return '';
  return isCalendarMonth({ from, to })
    ? month().format(start)
    : day()
        .formatRange(start, end)
        .replaceAll(/[\u2009\u202f]/g, ' ');
}
