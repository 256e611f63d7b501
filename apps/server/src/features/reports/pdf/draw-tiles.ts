import type { DocumentTile } from '@tidemark/presentation';
import { drawFrame } from './draw-metrics.ts';
import { drawValue, type Letters } from './marks.ts';
import type { Element, Sheet } from './sheet.ts';

const columns = 4;
const gap = 10;
const height = 62;
const inset = 10;
const signs = { up: '+', down: '−', flat: '' };

/** Draws values with their changes, beside each other. */
export function drawTiles(sheet: Sheet, parent: Element, tiles: readonly DocumentTile[], letters: Letters): void {
  const width = (sheet.width - (columns - 1) * gap) / columns;
  sheet.ensureSpace(height);
  tiles.forEach(({ label, text, range = null, approx, delta }, place) => {
    const x = sheet.left + place * (width + gap);
    sheet.decorate(() => drawFrame(sheet, { x, y: sheet.y, width, height }));
    sheet.tag(parent, 'P', () => {
      const room = { x: x + inset, width: width - 2 * inset };
      sheet.text(label, { ...room, y: sheet.y + 8, size: 8, color: 'ink2', maxLines: 1 });
      const value = { text, range, letters: letters(approx ?? null) };
      drawValue(sheet, value, { ...room, y: sheet.y + 20, size: 16, style: 'display' });
      if (!delta) return;
      const color = delta.direction === 'flat' ? 'ink3' : delta.direction;
      const change = `${signs[delta.direction]}${delta.text}`;
      sheet.text(change, { ...room, y: sheet.y + 47, size: 8, style: 'strong', color, maxLines: 1 });
    });
  });
  sheet.y += height;
}
