import { addDays, listDays } from '@tidemark/contract/calendar-day';
import type { Day, DayRange } from '#web/features/periods/index.ts';
import { dates } from '#web/platform/format.ts';

const monthFormat = dates({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the first and last day of a month, YYYY-MM. */
export function toMonthRange(month: string): DayRange {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
}

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * 12 + number - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export function listMonthDays(month: string): Day[] {
  const { from, to } = toMonthRange(month);
  return listDays(from, to);
}

/** Returns 0 for Sunday. */
export function toWeekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Formats 'November 2026'. */
export function monthLabel(month: string): string {
  return monthFormat().format(new Date(`${month}-01T00:00:00Z`));
}
