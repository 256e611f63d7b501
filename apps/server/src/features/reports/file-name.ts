import type { ReportContent } from '@tidemark/contract';

const maxLength = 60;

/** Returns a name such as `tidemark-Weekly-report-2026-11-01-2026-11-07.pdf`, safe in headers and on disks. */
export function toReportFileName({ title, period }: Pick<ReportContent, 'title' | 'period'>): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[A-Za-z0-9]+/g);
  const name = (words ?? ['report']).join('-').slice(0, maxLength).replace(/-$/, '');
  return `tidemark-${name}-${period.from}-${period.to}.pdf`;
}
