import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { ReportContent, ReportSection } from '@tidemark/contract';
import { toReportReasons } from '@tidemark/presentation';
import { drawAccounts } from './draw-accounts.ts';
import { drawActivity } from './draw-activity.ts';
import { drawBreakdowns } from './draw-breakdowns.ts';
import { drawDays } from './draw-days.ts';
import { drawDemographics } from './draw-demographics.ts';
import { drawPageNumbers, drawReportFoot, drawReportHead, drawSectionHead } from './draw-frame.ts';
import { drawMedia } from './draw-media.ts';
import { drawMetrics } from './draw-metrics.ts';
import { drawPosts } from './draw-posts.ts';
import { registerFonts } from './fonts.ts';
import { createLetters, type Letters } from './marks.ts';
import { openDocument } from './open-document.ts';
import { loadPictures, type Pictures, type PictureStore, toPrintedLogo } from './pictures.ts';
import { createSheet, type Element, type Sheet } from './sheet.ts';

/** Renders a report as a PDF document with selectable text and vector charts. */
export async function renderReportPdf(
  content: ReportContent,
  store: PictureStore,
  logo: Buffer | null = null,
): Promise<Buffer> {
  const [doc, pictures, printedLogo] = await Promise.all([
    openDocument(content),
    loadPictures(content, store),
    logo && toPrintedLogo(logo),
  ]);
  const bytes = buffer(doc);
  const sheet = createSheet(doc, await registerFonts(doc, content));
  const reasons = toReportReasons(content);
  const letters = createLetters(reasons);
  drawReportHead(sheet, content, { pictures, logo: printedLogo });
  for (const section of content.sections) {
    const element = sheet.group(sheet.root, 'Sect');
    drawSectionHead(sheet, element, section);
    drawFigures(sheet, element, section, { content, letters, pictures });
    sheet.y += 14;
    // Other requests are served in between.
    await setImmediate();
  }
  drawReportFoot(sheet, content, reasons);
  drawPageNumbers(sheet, content.title);
  doc.end();
  return bytes;
}

interface Context {
  content: ReportContent;
  letters: Letters;
  pictures: Pictures;
}

function drawFigures(sheet: Sheet, parent: Element, section: ReportSection, context: Context): void {
  const { content, letters } = context;
  switch (section.kind) {
    case 'metrics':
      return drawMetrics(sheet, parent, section, letters);
    case 'days':
      return drawDays(sheet, parent, section, content);
    case 'breakdowns':
      return drawBreakdowns(sheet, parent, section, letters);
    case 'accounts':
      return drawAccounts(sheet, parent, section, context);
    case 'posts':
      return drawPosts(sheet, parent, section, context);
    case 'media':
      return drawMedia(sheet, parent, section, context);
    case 'activity':
      return drawActivity(sheet, parent, section, content.timeZone);
    case 'demographics':
      return drawDemographics(sheet, parent, section.demographics, letters);
    default:
      return section satisfies never;
  }
}
