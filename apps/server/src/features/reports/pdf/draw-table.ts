import { type DocumentCard, type DocumentCell, type DocumentColumn } from '@tidemark/presentation';
import { drawValue, type Letters } from './marks.ts';
import { drawRule } from './draw-rule.ts';
import type { Element, Sheet } from './sheet.ts';

type Table = Extract<DocumentCard, { kind: 'table' }>;

const size = 8;
const noteSize = 7;
const leading = 1.3;
const headHeight = 18;
const inset = 4;
const maxLines = 3;

interface Place {
  x: number;
  width: number;
}

/** Draws a table; its head is repeated on each page. */
export function drawTable(sheet: Sheet, parent: Element, { columns, rows }: Table, letters: Letters): void {
  const places = toPlaces(sheet, columns);
  const table = sheet.group(parent, 'Table');
  drawHead(sheet, table, { columns, places });
  for (const row of rows) {
    const height = Math.max(...row.map((cell, index) => toHeight(sheet, cell, places[index]))) + 8;
    const before = sheet.y;
    sheet.ensureSpace(height);
    if (sheet.y < before) drawHead(sheet, table, { columns, places });
    const element = sheet.group(table, 'TR');
    row.forEach((cell, index) => {
      const place = places[index];
      if (!place) return;
      sheet.tag(element, index === 0 ? 'TH' : 'TD', () =>
        drawCell(sheet, cell, { place, align: columns[index]?.align ?? 'start', letters, isFirst: index === 0 }),
      );
    });
    sheet.y += height;
    drawRule(sheet);
  }
}

function toPlaces({ left, width }: Sheet, columns: readonly DocumentColumn[]): Place[] {
  let x = left;
  return columns.map(({ share }) => {
    const place = { x: x + inset, width: share * width - 2 * inset };
    x += share * width;
    return place;
  });
}

function toHeight(sheet: Sheet, { text, note }: DocumentCell, place: Place | undefined): number {
  const lines = sheet.height(text, { width: place?.width ?? 0, size, leading, maxLines });
  return Math.max(size * leading, lines) + (note ? noteSize * leading : 0);
}

interface CellOptions {
  place: Place;
  align: 'start' | 'end';
  letters: Letters;
  isFirst: boolean;
}

function drawCell(
  sheet: Sheet,
  { text, approx, note }: DocumentCell,
  { place, align, letters, isFirst }: CellOptions,
): void {
  const y = sheet.y + 4;
  const style = isFirst ? 'strong' : 'text';
  if (approx)
    return drawValue(sheet, { text, letters: letters(approx) }, { ...place, y, size, align, style: 'strong' });
  const height = sheet.text(text, { ...place, y, size, leading, align, style, maxLines });
  if (note) sheet.text(note, { ...place, y: y + height, size: noteSize, align, color: 'ink3', maxLines: 1 });
}

function drawHead(
  sheet: Sheet,
  table: Element,
  { columns, places }: { columns: readonly DocumentColumn[]; places: readonly Place[] },
): void {
  const row = sheet.group(table, 'TR');
  columns.forEach(({ label, align = 'start' }, index) => {
    const place = places[index];
    if (!place) return;
    const options = { ...place, y: sheet.y + 5, size: 7, style: 'strong', color: 'ink3', align, maxLines: 1 } as const;
    sheet.tag(row, 'TH', () => sheet.text(label, options));
  });
  sheet.y += headHeight;
  drawRule(sheet);
}
