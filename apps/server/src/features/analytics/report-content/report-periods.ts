import { addDays, type ReportChoice } from '@tidemark/contract';
import { lastMonth, periodLastYear, precedingPeriod } from '../formulas/period.ts';
import type { Periods } from '../metric-cards/load-card.ts';

/** Returns a report's days as seen on one Instagram day: rolling ranges end with the last complete day. */
export function toReportPeriods(
  { range, comparison }: Pick<ReportChoice, 'range' | 'comparison'>,
  today: string,
): Periods {
  const current = toRange(range, today);
  if (comparison === 'none') return { current, previous: null };
  return { current, previous: comparison === 'previous-year' ? periodLastYear(current) : precedingPeriod(current) };
}

function toRange(range: ReportChoice['range'], today: string): Periods['current'] {
  switch (range.kind) {
    case 'fixed':
      return { from: range.from, to: range.to };
    case 'last-days':
      return { from: addDays(today, -range.days), to: addDays(today, -1) };
    case 'last-month':
      return lastMonth(today);
  }
}
