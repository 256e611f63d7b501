import type { Approximation, ApproximationReason, Change } from '@tidemark/contract';
import {
  lightPalette,
  missingChangeLabels,
  toDirection,
  trendPercent,
  type WrittenNumber,
} from '@tidemark/presentation';
import type { FontStyle } from './fonts.ts';
import type { Sheet } from './sheet.ts';

/** Creates the letters for a report's reasons, such as 'ac': the legend at its end explains each. */
export function createLetters(reasons: readonly ApproximationReason[]) {
  return (approx: Approximation | null): string =>
    (approx?.reasons ?? []).map((reason) => String.fromCodePoint(97 + reasons.indexOf(reason))).join('');
}
export type Letters = ReturnType<typeof createLetters>;

interface ValueOptions {
  x: number;
  y: number;
  width: number;
  size: number;
  style?: 'strong' | 'display';
  align?: 'start' | 'end';
}

/** Draws a value with a dot and its reasons' letters if it is approximate, and with its range below if it has one. */
export function drawValue(
  sheet: Sheet,
  { text, range = null, letters }: { text: string; range?: WrittenNumber['range']; letters: string },
  { x, y, width, size, style: wanted = 'strong', align = 'start' }: ValueOptions,
): void {
  // Only the display font has this sign.
  const style = text.startsWith('≈') ? 'display' : wanted;
  const small = Math.max(5.5, size * 0.45);
  const mark = letters === '' ? 0 : sheet.measure(letters, 'strong', small) + small + 3;
  const fitting = Math.min(size, (size * (width - mark)) / Math.max(1, sheet.measure(text, style, size)));
  const used = sheet.measure(text, style, fitting);
  const start = align === 'end' ? x + width - used - mark : x;
  const top = y + (size - fitting);
  sheet.text(text, { x: start, y: top, width: used + 2, size: fitting, style, maxLines: 1 });
  if (range) drawRange(sheet, range, { x, y: y + size * 1.15, width, size: Math.max(5.5, size * 0.4), align });
  if (letters === '') return;
  sheet.doc.circle(start + used + 2 + small / 2, y + small * 0.75, small * 0.3).fill(lightPalette.amber);
  sheet.text(letters, {
    x: start + used + small + 2.5,
    y,
    width: mark,
    size: small,
    style: 'strong',
    color: 'amber-ink',
  });
}

function drawRange(sheet: Sheet, range: string, { size, width, ...place }: Omit<ValueOptions, 'style'>): void {
  const fitting = Math.min(size, (size * width) / Math.max(1, sheet.measure(range, 'text', size)));
  sheet.text(range, { ...place, width: width + 1, size: fitting, color: 'ink3', maxLines: 1 });
}

type Shown = Pick<Change, 'change' | 'percentChange' | 'changeState'>;

/** Returns '+12.3%', or why there is none; a dash without a comparison. */
export function toChangeText(change: Shown): string {
  const direction = toDirection(change);
  if (direction === null) return missingChangeLabels[change.changeState] ?? '–';
  const size = direction === 'flat' ? '0%' : trendPercent(Math.abs(change.percentChange ?? 0));
  return `${{ up: '+', down: '−', flat: '' }[direction]}${size}`;
}

/** Draws the change in its direction's colour. */
export function drawChange(sheet: Sheet, change: Shown, { x, y, width, size }: Omit<ValueOptions, 'style'>): void {
  const direction = toDirection(change);
  const color = direction === 'up' || direction === 'down' ? direction : 'ink3';
  const text = toChangeText(change);
  const style = direction === null ? 'text' : 'strong';
  const fitting = direction === null ? Math.min(size, 6.5) : size;
  sheet.text(text, { x, y, width, size: fitting, style, color, align: 'end', maxLines: 2 });
}

interface MarkedPlace {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  style?: FontStyle;
}

/** Draws the dot and the letters after a text's last line. */
export function drawMark(
  sheet: Sheet,
  letters: string,
  { text, x, y, width, size, style = 'text' }: MarkedPlace,
): void {
  if (letters === '') return;
  const used = sheet.measure(text, style, size);
  // Multi-line text has its mark at the right edge, where it never covers a word.
  const at = used <= width ? x + used : x + width;
  drawValue(sheet, { text: '', letters }, { x: at + 1, y, width: 40, size: size * 1.3 });
}
