import type { ReportContent } from '@tidemark/contract';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import type { Brand } from '../logo/queries.ts';
import type { PictureStore } from './pictures.ts';
import { renderReportPdf } from './render-report-pdf.ts';

/** Renders one document at a time: each takes a processor for a moment. */
export function createRenderer(pictures: PictureStore, appUrl: string) {
  const runSerially = createSerialQueue();
  return (content: ReportContent, brand: Brand): Promise<Buffer> =>
    runSerially(() => renderReportPdf(content, pictures, { appUrl, ...brand }));
}

export type Render = ReturnType<typeof createRenderer>;
