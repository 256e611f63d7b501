import type { ReportContent } from '@tidemark/contract';
import { toSpan } from '@tidemark/presentation';

const maxLength = 60;

/**
 * Returns a name such as `tidemark-Weekly-report-2026-11-01-2026-11-07.pdf`, safe in headers and on disks. A title that
 * ends with the days, as titles do that nobody typed, does not repeat them.
 */
export function toReportFileName({ title, period }: Pick<ReportContent, 'title' | 'period'>): string {
  const words = title
    .replace(toSpan(period), '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[A-Za-z0-9]+/g);
  const name = (words ?? ['report']).join('-').slice(0, maxLength).replace(/-$/, '');
  return `tidemark-${name}-${period.from}-${period.to}.pdf`;
}
