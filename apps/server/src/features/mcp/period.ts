import { addDays, countDays, Day } from '@tidemark/contract';
import { z } from 'zod';

const defaultDays = 28;

/** Period in a tool's input: by default the last 28 complete days. */
export const periodInput = {
  from: Day.optional().describe('First day, YYYY-MM-DD. Default: 28 days in all.'),
  to: Day.optional().describe('Last day, YYYY-MM-DD. Default: yesterday, the last complete day.'),
};

export const compareInput = {
  compareWith: z
    .enum(['previous_period', 'previous_year', 'none'])
    .default('previous_period')
    .describe('The period to compare with: as many days before, the same days a year ago, or none.'),
};

export interface DayPeriod {
  from: string;
  to: string;
}

export function toPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): DayPeriod {
  const last = to ?? addDays(today, -1);
  return { from: from ?? addDays(last, 1 - defaultDays), to: last };
}

/** Returns the comparison period; a year is 52 weeks, so that weekdays match. */
export function toComparison(
  { from, to }: DayPeriod,
  compareWith: 'previous_period' | 'previous_year' | 'none',
): DayPeriod | null {
  if (compareWith === 'none') return null;
  const back = compareWith === 'previous_year' ? 364 : countDays(from, to);
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

/** Converts a period's ends to the format that the API expects. */
export const toStart = (day: string) => `${day}T00:00:00.000Z`;
export const toEnd = (day: string) => `${day}T23:59:59.999Z`;

export function toCardBody(period: DayPeriod, comparison: DayPeriod | null) {
  return {
    cStart: toStart(period.from),
    cEnd: toEnd(period.to),
    ...(comparison && { pStart: toStart(comparison.from), pEnd: toEnd(comparison.to) }),
  };
}

/** Describes a period in an answer. */
export function describePeriod(period: DayPeriod, dayZone: string, comparison: DayPeriod | null = null) {
  return {
    ...period,
    days: countDays(period.from, period.to),
    timeZone: dayZone,
    ...(comparison && { comparedWith: comparison }),
  };
}
