import { type AccountId, type PageChoice, renderPage, renderReport } from '@tidemark/contract';
import { download } from '#web/platform/download.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { comparisonBody, endInstant, startInstant } from '../period.ts';
import { spanLabel, type Period } from '../use-period.ts';
import type { DocumentChoice } from './export-choice.ts';
import { toReportComparison } from './why-no-pdf.ts';

type ReportPage = Extract<DocumentChoice, { page: 'report' }>;

/** Downloads the page as a document: the same accounts, range and comparison. */
export async function downloadPdf(page: DocumentChoice, accountIds: AccountId[], period: Period): Promise<void> {
  const { content, name } =
    page.page === 'report'
      ? await loadReport(page, accountIds, period)
      : await download(renderPage, { body: toPageChoice(page, accountIds, period) });
  saveFile(content, name ?? 'tidemark.pdf');
}

function loadReport({ title, sections }: ReportPage, accountIds: AccountId[], period: Period) {
  const { from, to, comparison } = period;
  return download(renderReport, {
    body: {
      title: `${title}, ${spanLabel(period)}`,
      accountIds,
      range: { kind: 'fixed', from, to },
      comparison: toReportComparison(comparison) ?? 'none',
      timeZone: viewerTimeZone(),
      sections: sections.map((kind) => ({ kind, comment: '' })),
    },
  });
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
