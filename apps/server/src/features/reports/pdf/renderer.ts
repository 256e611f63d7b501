import type { ReportContent } from '@tidemark/contract';
import type { PictureStore } from './pictures.ts';
import { renderReportPdf } from './render-report-pdf.ts';

/** Renders one document at a time: each takes a processor for a moment. */
export function createRenderer(pictures: PictureStore): (content: ReportContent) => Promise<Buffer> {
  let before: Promise<unknown> = Promise.resolve();
  return (content) => {
    const render = () => renderReportPdf(content, pictures);
    const turn = before.then(render, render);
    before = turn.catch(() => undefined);
    return turn;
  };
}
