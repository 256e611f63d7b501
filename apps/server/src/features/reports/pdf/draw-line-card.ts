import { type DocumentCard, indexText, type TrendLine } from '@tidemark/presentation';
import { drawLines, linesHeight } from './draw-lines.ts';
import { drawFrame } from './layout.ts';
import type { Element, Sheet } from './sheet.ts';

type LineCard = Extract<DocumentCard, { kind: 'indexed-lines' }>;

/** Draws lines that begin at 100, as on the screen. */
export function drawLineCard(sheet: Sheet, parent: Element, { lines, name }: LineCard): void {
  const height = linesHeight(lines) + 8;
  sheet.ensureSpace(height);
  drawFrame(sheet, sheet.area, height);
  const alt = `${name}. ${lines.map(toLineText).join('. ')}`;
  drawLines(sheet, parent, lines, { top: sheet.y + 8, alt, format: indexText });
  sheet.y += height;
}

function toLineText({ name, series }: TrendLine): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined
    ? `${name}: no values`
    : `${name}: from ${indexText(first)} to ${indexText(last)}`;
}
