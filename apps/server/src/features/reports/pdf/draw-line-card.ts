import { type DocumentCard, indexText, type TrendLine } from '@tidemark/presentation';
import { drawLegend, drawLines } from './draw-lines.ts';
import { drawFrame, toInset } from './layout.ts';
import type { Element, Sheet } from './sheet.ts';

type LineCard = Extract<DocumentCard, { kind: 'indexed-lines' }>;

const plotHeight = 158;

/** Draws lines that begin at 100, as on the screen. */
export function drawLineCard(sheet: Sheet, parent: Element, { lines, name }: LineCard): void {
  const height = plotHeight + 18;
  sheet.ensureSpace(height);
  if (lines.length > 1) drawLegend(sheet, parent, { lines }, sheet.area);
  drawFrame(sheet, sheet.area, height);
  const alt = `${name}. ${lines.map(toLineText).join('. ')}`;
  const place = { area: toInset(sheet.area, 12), top: sheet.y + 8, height: plotHeight };
  drawLines(sheet, parent, lines, { ...place, alt, format: indexText });
  sheet.y += height;
}

function toLineText({ name, series }: TrendLine): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [values[0], values.at(-1)];
  return first === undefined || last === undefined
    ? `${name}: no values`
    : `${name}: from ${indexText(first)} to ${indexText(last)}`;
}
