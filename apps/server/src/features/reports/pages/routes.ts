import { renderPage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { type DayClock, dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { createSerialQueue } from '../../../platform/serial-queue.ts';
import { loadPageDocument } from '../../analytics/index.ts';
import { toReportFileName } from '../file-name.ts';
import { listPageSources } from '../pdf/list-sources.ts';
import { renderPagePdf } from '../pdf/render-page-pdf.ts';

export interface PageRouteDeps extends DayClock {
  db: Database;
  appUrl: string;
  loadPeers: Parameters<typeof loadPageDocument>[0]['loadPeers'];
}

/** Serves pages other than reports as documents. */
export function pageRoutes({ db, clock, dayZone, appUrl, loadPeers }: PageRouteDeps) {
  const runSerially = createSerialQueue();
  return [
    route(renderPage, async ({ viewer, body: choice, reply }) => {
      const now = clock();
      const document = await loadPageDocument({ db, dayZone, now, loadPeers }, viewer, choice);
      const { timeZone } = choice;
      const today = dayIn(timeZone, now);
      const period =
        'cStart' in choice
          ? { from: choice.cStart.slice(0, 10), to: choice.cEnd.slice(0, 10) }
          : { from: today, to: today };
      const sources = listPageSources(choice, document, { period, appUrl });
      const bytes = await runSerially(() =>
        renderPagePdf(document, { createdAt: now.toISOString(), timeZone, sources }),
      );
      reply
        .header('content-disposition', `attachment; filename="${toReportFileName({ title: document.title, period })}"`)
        .header('cache-control', 'no-store')
        .type('application/pdf')
        .send(bytes);
      return '';
    }),
  ];
}
