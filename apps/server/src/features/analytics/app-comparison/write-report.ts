import { countDays } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import type { ReportedComparison } from './queries.ts';

interface ReportContext {
  /** Time zone that defines Instagram's days. */
  dayZone: string;
  accountsNotIncluded: number;
}

/** Writes JSON that is safe to send to other people: no names, no IDs, and days only by their age. */
export function writeReport(
  comparisons: readonly ReportedComparison[],
  { dayZone, accountsNotIncluded }: ReportContext,
): string {
  const report = {
    accountsNotIncluded,
    comparisons: comparisons.map(({ from, to, createdAt, differences, tidemarkVersion, graphVersion }) => ({
      days: countDays(from, to),
      endedDaysAgo: countDays(to, dayIn(dayZone, createdAt)) - 1,
      tidemarkVersion,
      graphVersion,
      differences,
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
