import { type AccountId, renderReport } from '@tidemark/contract';
import { download } from '#web/platform/download.ts';
import { saveFile } from '#web/platform/save-file.ts';
import { spanLabel, type Period } from '../use-period.ts';
import { viewerTimeZone } from '../period.ts';
import { toReportComparison } from './why-no-pdf.ts';

const sections = ['metrics', 'days', 'breakdowns', 'posts', 'demographics'] as const;

/** Downloads the page as a document: the same accounts, range and comparison. */
export async function downloadPdf(accountIds: AccountId[], { from, to, comparison, ...period }: Period): Promise<void> {
  const { content, name } = await download(renderReport, {
    body: {
      title: `Instagram, ${spanLabel({ from, to, ...period })}`,
      accountIds,
      range: { kind: 'fixed', from, to },
      comparison: toReportComparison(comparison) ?? 'none',
      timeZone: viewerTimeZone(),
      sections: sections.map((kind) => ({ kind, comment: '' })),
    },
  });
  saveFile(content, name ?? 'tidemark.pdf');
}
