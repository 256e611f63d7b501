import { paleInk } from '@tidemark/presentation';
import type { Sheet } from './sheet.ts';

export const tickSize = 10.5;

interface ValueAxis {
  ticks: readonly number[];
  y(value: number): number;
  margin: { left: number; right: number };
  /** Width of the plot with its margins. */
  width: number;
  format(value: number): string;
}

/** Draws a line at each value tick, and its label to the left of the plot. */
export function drawValueAxis(sheet: Sheet, { ticks, y, margin, width, format }: ValueAxis): void {
  for (const tick of ticks) {
    const at = y(tick);
    sheet.doc
      .lineWidth(0.8)
      .moveTo(margin.left, at)
      .lineTo(width - margin.right, at)
      .stroke(paleInk.line);
    const text = { x: 0, y: at - tickSize * 0.6, width: margin.left - 8, size: tickSize } as const;
    sheet.text(format(tick), { ...text, color: 'ink3', align: 'end' });
  }
}
