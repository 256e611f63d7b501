import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { type DocumentCard, type PageDocument, toDocumentReasons } from '@tidemark/presentation';
import { drawCurve } from './draw-curve.ts';
import { drawPageNumbers, drawReportFoot } from './draw-frame.ts';
import { drawLineCard } from './draw-line-card.ts';
import { drawTable } from './draw-table.ts';
import { drawTiles } from './draw-tiles.ts';
import { drawWeek } from './draw-week.ts';
import { registerFonts } from './fonts.ts';
import type { Source } from './list-sources.ts';
import { createLetters, drawMark, type Letters } from './marks.ts';
import { openDocument } from './open-document.ts';
import { createSheet, type Element, type Sheet } from './sheet.ts';

/** Renders a page as a PDF document with selectable text and vector charts. */
export async function renderPagePdf(
  page: PageDocument,
  { createdAt, timeZone, sources }: { createdAt: string; timeZone: string; sources: readonly Source[] },
): Promise<Buffer> {
  const doc = await openDocument({ title: page.title, createdAt });
  const bytes = buffer(doc);
  const sheet = createSheet(doc, await registerFonts(doc, page));
  const reasons = toDocumentReasons(page);
  const letters = createLetters(reasons);
  drawHead(sheet, page, letters);
  for (const card of page.cards) {
    const element = sheet.group(sheet.root, 'Sect');
    drawCardHead(sheet, element, { card, letters });
    drawCard(sheet, element, { card, letters });
    sheet.y += 18;
    // Other requests are served in between.
    await setImmediate();
  }
  drawReportFoot(sheet, { createdAt, timeZone }, { reasons, sources: sources.length > 0 ? [sources] : [] });
  drawPageNumbers(sheet, page.title);
  doc.end();
  return bytes;
}

function drawHead(sheet: Sheet, { title, eyebrow, sentences }: PageDocument, letters: Letters): void {
  const { left: x, width, root } = sheet;
  sheet.block(root, 'P', eyebrow, { size: 9.5, color: 'ink2', after: 5 });
  sheet.block(root, 'H1', title, { size: 22, style: 'display', leading: 1.15, maxLines: 3, after: 8 });
  for (const { text, approx } of sentences)
    sheet.tag(root, 'P', () => {
      const options = { x, width: width - 24, size: 10.5, leading: 1.4 };
      const height = sheet.text(text, { ...options, y: sheet.y });
      drawMark(sheet, letters(approx ?? null), { text, x, y: sheet.y, width: options.width, size: options.size });
      sheet.y += height + 2;
    });
  sheet.y += 18;
}

interface CardOptions {
  card: DocumentCard;
  letters: Letters;
}

/** Heights that must fit below a card's title on its page. */
const firstHeights: Record<DocumentCard['kind'], number> = {
  tiles: 64,
  table: 48,
  week: 170,
  curve: 230,
  'indexed-lines': 190,
};

function drawCardHead(
  sheet: Sheet,
  parent: Element,
  { card: { title, sub, empty, kind }, letters }: CardOptions,
): void {
  const { left: x, width } = sheet;
  sheet.ensureSpace(42 + (empty ? 20 : firstHeights[kind]));
  sheet.block(parent, 'H2', title, { size: 14, style: 'display', after: 2 });
  if (sub)
    sheet.tag(parent, 'P', () => {
      const options = { x, width: width - 24, size: 8.5 };
      const height = sheet.text(sub.text, { ...options, y: sheet.y, color: 'ink2' });
      drawMark(sheet, letters(sub.approx ?? null), { text: sub.text, ...options, y: sheet.y });
      sheet.y += height + 2;
    });
  sheet.y += 4;
  if (empty) sheet.block(parent, 'P', empty, { size: 9, color: 'ink2' });
}

function drawCard(sheet: Sheet, parent: Element, { card, letters }: CardOptions): void {
  if (card.empty) return;
  switch (card.kind) {
    case 'tiles':
      return drawTiles(sheet, parent, card.tiles, letters);
    case 'table':
      return drawTable(sheet, parent, card, letters);
    case 'week':
      return drawWeek(sheet, parent, card);
    case 'curve':
      return drawCurve(sheet, parent, card);
    case 'indexed-lines':
      return drawLineCard(sheet, parent, card);
    default:
      return card satisfies never;
  }
}
