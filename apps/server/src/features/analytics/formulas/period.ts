import { addDays, countDays, listDays } from '@tidemark/contract';

export interface Period {
  /** First and last day, both inclusive. */
  from: string;
  to: string;
}

/** Converts a contract range to calendar days. */
export function toPeriod(startDate: string, endDate: string): Period {
  return { from: startDate.slice(0, 10), to: endDate.slice(0, 10) };
}

/** Returns a request's comparison period; null if it has none. */
export function toComparisonPeriod({ pStart, pEnd }: { pStart?: string | undefined; pEnd?: string | undefined }) {
  return pStart === undefined || pEnd === undefined ? null : toPeriod(pStart, pEnd);
}

/** Returns as many days, directly before. */
export function precedingPeriod(period: Period): Period {
  return { from: addDays(period.from, -countPeriodDays(period)), to: addDays(period.from, -1) };
}

/** Returns as many days, from the same date a year earlier; February 29 becomes February 28. */
export function periodLastYear(period: Period): Period {
  const { from } = period;
  const sameDate = `${Number(from.slice(0, 4)) - 1}${from.slice(4)}`;
  const start = from.endsWith('-02-29') ? addDays(from, -366) : sameDate;
  return { from: start, to: addDays(start, countPeriodDays(period) - 1) };
}

export function daysIn({ from, to }: Period): string[] {
  return listDays(from, to);
}

export function countPeriodDays({ from, to }: Period): number {
  return countDays(from, to);
}
