import { countDays } from '@tidemark/contract';

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
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= Date.parse(`${to}T00:00:00Z`); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export function countPeriodDays({ from, to }: Period): number {
  return countDays(from, to);
}
