import type { ReportChoice } from '@tidemark/contract';
import { toReportDays } from '@tidemark/presentation';
import { periodLastYear, precedingPeriod } from '../formulas/period.ts';
import type { Periods } from '../metric-cards/load-card.ts';

/** Returns a report's days and the days they are compared with, as seen on one Instagram day. */
export function toReportPeriods(
  { range, comparison }: Pick<ReportChoice, 'range' | 'comparison'>,
  today: string,
): Periods {
  const current = toReportDays(range, today);
  if (comparison === 'none') return { current, previous: null };
  return { current, previous: comparison === 'previous-year' ? periodLastYear(current) : precedingPeriod(current) };
}
