import type { ReportContent } from '@tidemark/contract';
import { createTurns } from '../../../platform/in-turn.ts';
import type { PictureStore } from './pictures.ts';
import { renderReportPdf } from './render-report-pdf.ts';

/** Renders one document at a time: each takes a processor for a moment. */
export function createRenderer(pictures: PictureStore) {
  const inTurn = createTurns();
  return (content: ReportContent, logo: Buffer | null): Promise<Buffer> =>
    inTurn(() => renderReportPdf(content, pictures, logo));
}

export type Render = ReturnType<typeof createRenderer>;
