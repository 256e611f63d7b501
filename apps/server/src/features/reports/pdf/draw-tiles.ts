import type { DocumentTile } from '@tidemark/presentation';
import { drawCards } from './layout.ts';
import { drawValue, type Letters } from './marks.ts';
import type { Element, Sheet } from './sheet.ts';

const cards = { columns: 4, gap: 10, height: 62, inset: 10 };
const signs = { up: '+', down: '−', flat: '' };

/** Draws values with their changes, beside each other. */
export function drawTiles(sheet: Sheet, parent: Element, tiles: readonly DocumentTile[], letters: Letters): void {
  drawCards(sheet, tiles, cards, ({ label, text, range = null, approx, delta }, room) =>
    sheet.tag(parent, 'P', () => {
      sheet.text(label, { ...room, y: sheet.y + 8, size: 8, color: 'ink2', maxLines: 1 });
      const value = { text, range, letters: letters(approx ?? null) };
      drawValue(sheet, value, { ...room, y: sheet.y + 20, size: 16, style: 'display' });
      if (!delta) return;
      const color = delta.direction === 'flat' ? 'ink3' : delta.direction;
      const change = `${signs[delta.direction]}${delta.text}`;
      sheet.text(change, { ...room, y: sheet.y + 47, size: 8, style: 'strong', color, maxLines: 1 });
    }),
  );
}
