import { type AccountId, type PageChoice, renderPage, renderReport, type ReportChoice } from '@tidemark/contract';
import { comparisonBody, endInstant, startInstant, spanLabel, type Period } from '#web/features/periods/index.ts';
import { download, type DownloadedFile, type DownloadWatch } from '#web/platform/download.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import type { DocumentChoice } from './export-choice.ts';
import { toReportComparison } from './why-no-pdf.ts';

type ReportPage = Extract<DocumentChoice, { page: 'report' }>;

/** Downloads the page as a document: same accounts, range and comparison. */
export function downloadPdf(
  page: DocumentChoice,
  accountIds: AccountId[],
  period: Period,
  watch: DownloadWatch,
): Promise<DownloadedFile> {
  return page.page === 'report'
    ? download(renderReport, { body: toReportChoice(page, accountIds, period) }, watch)
    : download(renderPage, { body: toPageChoice(page, accountIds, period) }, watch);
}

function toReportChoice({ title, sections }: ReportPage, accountIds: AccountId[], period: Period): ReportChoice {
  const { from, to, comparison } = period;
  return {
    title: `${title}, ${spanLabel(period)}`,
    accountIds,
    range: { kind: 'fixed', from, to },
    comparison: toReportComparison(comparison) ?? 'none',
    timeZone: viewerTimeZone(),
    sections: sections.map((kind) => ({ kind, comment: '' })),
  };
}

function toPageChoice(
  choice: Exclude<DocumentChoice, ReportPage>,
  accountIds: AccountId[],
  { from, to, previous }: Period,
): PageChoice {
  const timeZone = viewerTimeZone();
  if (choice.page === 'post-insights')
    return {
      ...choice,
      accountIds,
      timeZone,
      cStart: startInstant(from),
      cEnd: endInstant(to),
      ...comparisonBody(previous),
    };
  if (choice.page === 'labels') {
    const { range, ...labels } = choice;
    return { ...labels, accountIds, timeZone, cStart: startInstant(range.from), cEnd: endInstant(range.to) };
  }
  const [accountId] = accountIds;
  if (accountId === undefined) throw new Error('The page is of no account');
  return { ...choice, accountId, timeZone };
}
