import { paleInk } from '@tidemark/presentation';
import type { Area, Sheet } from './sheet.ts';

/** Returns the area without a margin on both sides. */
export function toInset({ x, width }: Area, margin: number): Area {
  return { x: x + margin, width: width - 2 * margin };
}

function toColumns({ x, width }: Area, count: number, gap: number): Area[] {
  const column = (width - (count - 1) * gap) / count;
  return Array.from({ length: count }, (_, index) => ({ x: x + index * (column + gap), width: column }));
}

interface Columns {
  columns: number;
  gap: number;
}

/** Draws items beside each other, and continues below the longest. */
export function drawColumns<Item>(
  sheet: Sheet,
  items: readonly Item[],
  { columns, gap }: Columns,
  draw: (item: Item, area: Area) => void,
): void {
  const areas = toColumns(sheet.area, columns, gap);
  const top = sheet.y;
  let bottom = top;
  items.forEach((item, index) => {
    sheet.y = top;
    draw(item, areas[index] ?? sheet.area);
    bottom = Math.max(bottom, sheet.y);
  });
  sheet.y = bottom;
}

/** Draws framed cards in rows that stay on one page; `draw` gets the area inside the frame. */
export function drawCards<Item>(
  sheet: Sheet,
  items: readonly Item[],
  { columns, gap, height, inset }: Columns & { height: number; inset: number },
  draw: (item: Item, area: Area) => void,
): void {
  for (let first = 0; first < items.length; first += columns) {
    if (first > 0) sheet.y += gap;
    sheet.ensureSpace(height);
    drawColumns(sheet, items.slice(first, first + columns), { columns, gap }, (item, area) => {
      drawFrame(sheet, area, height);
      draw(item, toInset(area, inset));
      sheet.y += height;
    });
  }
}

/** Draws a card's frame from the current height on. */
export function drawFrame(sheet: Sheet, { x, width }: Area, height: number): void {
  const { doc, y } = sheet;
  sheet.decorate(() => doc.lineWidth(0.6).roundedRect(x, y, width, height, 8).stroke(paleInk.line));
}
