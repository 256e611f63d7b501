import { countDays, listDays } from '@tidemark/contract';

export interface Period {
  /** First and last day, both inclusive. */
  from: string;
  to: string;
}

/** Converts a range of the contract to calendar days. */
export function toPeriod(startDate: string, endDate: string): Period {
  return { from: startDate.slice(0, 10), to: endDate.slice(0, 10) };
}

export function daysIn({ from, to }: Period): string[] {
  return listDays(from, to);
}

export function countPeriodDays({ from, to }: Period): number {
  return countDays(from, to);
}
