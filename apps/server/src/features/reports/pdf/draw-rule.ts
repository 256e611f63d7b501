import { paleInk } from '@tidemark/figures';
import type { Sheet } from './sheet.ts';

/** A thin line over the width of the text. */
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
