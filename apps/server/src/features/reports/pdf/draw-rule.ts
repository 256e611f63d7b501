import { paleInk } from '@tidemark/presentation';
import type { Sheet } from './sheet.ts';

/** Draws a thin line over the text's width. */
export function drawRule(sheet: Sheet, y = sheet.y): void {
  const { doc, left, width } = sheet;
  sheet.decorate(() =>
    doc
      .lineWidth(0.6)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke(paleInk.line),
  );
}
