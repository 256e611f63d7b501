import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { ReportContent, ReportSection } from '@tidemark/contract';
import { toReportReasons } from '@tidemark/presentation';
import type { Brand } from '../logo/queries.ts';
import { drawAccounts } from './draw-accounts.ts';
import { drawActivity } from './draw-activity.ts';
import { drawBreakdowns } from './draw-breakdowns.ts';
import { drawDays } from './draw-days.ts';
import { drawDemographics } from './draw-demographics.ts';
import {
  drawComment,
  drawPageNumbers,
  drawReportFoot,
  drawReportHead,
  drawSectionName,
  toFootHeight,
} from './draw-frame.ts';
import { drawMedia } from './draw-media.ts';
import { drawMetrics } from './draw-metrics.ts';
import { drawPosts } from './draw-posts.ts';
import { drawSummary, drawSummarySentence } from './draw-summary.ts';
import { registerFonts } from './fonts.ts';
import { createLetters, type Letters } from './marks.ts';
import { openDocument } from './open-document.ts';
import { listSources } from './list-sources.ts';
import { loadPictures, type Pictures, type PictureStore, toPrintedLogo } from './pictures.ts';
import { placeSection } from './place-section.ts';
import { createSheet, type Element, type Sheet } from './sheet.ts';

const sectionGap = 14;
/** Sizes in which pictures and charts may be drawn so that they fit on a page. */
const scales = [1, 0.9, 0.8, 0.7, 0.62, 0.54, 0.5, 0.46];
const scalable = new Set<ReportSection['kind']>(['posts', 'days', 'demographics']);

/** Renders a report as a PDF document with selectable text and vector charts. */
export async function renderReportPdf(
  content: ReportContent,
  store: PictureStore,
  { appUrl, logo = null, color = null }: { appUrl: string } & Partial<Brand>,
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
  drawReportHead(sheet, content, { pictures, logo: printedLogo, color });
  const sources = content.sections.map((section) => listSources(section, content, appUrl));
  for (const [index, section] of content.sections.entries()) {
    const context = { content, letters, pictures, scale: 1 };
    placeSection(sheet, {
      drawHead: (on, parent) =>
        drawHead(on, parent, section, { ...context, number: sources.length > 1 ? index + 1 : null }),
      drawContent: (on, parent, scale) => drawFigures(on, parent, section, { ...context, scale }),
      scales: scalable.has(section.kind) ? scales : [1],
      after: index === content.sections.length - 1 ? sectionGap + toFootHeight(reasons, sources) : 0,
    });
    sheet.y += sectionGap;
    // Other requests are served in between.
    await setImmediate();
  }
  drawReportFoot(sheet, content, { reasons, sources });
  drawPageNumbers(sheet, content.title);
  doc.end();
  return bytes;
}

interface Context {
  content: ReportContent;
  letters: Letters;
  pictures: Pictures;
  scale: number;
}

function drawHead(
  sheet: Sheet,
  parent: Element,
  section: ReportSection,
  context: Context & { number: number | null },
): void {
  drawSectionName(sheet, parent, section, context.number);
  if (section.kind === 'summary') drawSummarySentence(sheet, parent, section, context);
  drawComment(sheet, parent, section);
}

function drawFigures(sheet: Sheet, parent: Element, section: ReportSection, context: Context): void {
  const { content, letters } = context;
  switch (section.kind) {
    case 'summary':
      return drawSummary(sheet, parent, section, context);
    case 'metrics':
      return drawMetrics(sheet, parent, section, letters);
    case 'days':
      return drawDays(sheet, parent, section, context);
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
      return drawDemographics(sheet, parent, section.demographics, context);
    default:
      return section satisfies never;
  }
}
