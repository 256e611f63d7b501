import { type DocumentCard, indexText, type TrendLine, wholeNumber } from '@tidemark/figures';
import { drawLines, linesHeight } from './draw-lines.ts';
import { drawFrame } from './draw-metrics.ts';
import type { Element, Sheet } from './sheet.ts';

type LineCard = Extract<DocumentCard, { kind: 'lines' }>;

/** The lines of a page's card, as on the screen. */
export function drawLineCard(sheet: Sheet, parent: Element, { lines, isIndexed, name }: LineCard): void {
  const format = isIndexed ? indexText : wholeNumber;
  const height = linesHeight(lines) + 8;
  sheet.room(height);
  sheet.decorate(() => drawFrame(sheet, { x: sheet.left, y: sheet.y, width: sheet.width, height }));
  const alt = `${name}. ${lines.map((line) => toLineText(line, format)).join('. ')}`;
  drawLines(sheet, parent, lines, { top: sheet.y + 8, alt, ...(isIndexed && { format: indexText }) });
  sheet.y += height;
}

function toLineText({ name, series }: TrendLine, format: (value: number) => string): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined
    ? `${name}: no values`
    : `${name}: from ${format(first)} to ${format(last)}`;
}
