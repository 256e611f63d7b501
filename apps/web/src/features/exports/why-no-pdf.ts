import { type AccountId, maxReportAccounts, type ReportChoice } from '@tidemark/contract';
import type { DocumentChoice } from './export-choice.ts';

/** Explains why the page can't be a document; null if it can. */
export function whyNoPdf(
  { page }: DocumentChoice,
  accountIds: readonly AccountId[],
  comparison: string,
): string | null {
  if (page !== 'report') return null;
  if (accountIds.length > maxReportAccounts) return `PDFs have at most ${maxReportAccounts} accounts`;
  return toReportComparison(comparison) ? null : 'PDFs compare only with the previous period or year';
}

/** Converts the page's comparison to the documents' name for it; null for any other. */
export function toReportComparison(comparison: string): ReportChoice['comparison'] | null {
  const known = { 'previous-period': 'previous-period', 'last-year': 'previous-year', nothing: 'none' } as const;
  return known[comparison as keyof typeof known] ?? null; // undefined for a day
}
