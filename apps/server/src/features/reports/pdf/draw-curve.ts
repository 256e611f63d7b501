import {
  ageLabel,
  bandAt,
  bandMargin,
  compactNumber,
  type DocumentCard,
  layOutBand,
  lightPalette,
  mixColors,
  wholeNumber,
} from '@tidemark/presentation';
import { drawValueAxis, tickSize } from './draw-value-axis.ts';
import { drawFrame } from './layout.ts';
import type { Element, Sheet } from './sheet.ts';

type Curve = Extract<DocumentCard, { kind: 'curve' }>;

/** The geometry is in screen pixels. */
const scale = 0.75;
const plotHeight = 250;
const height = plotHeight * scale + 8;

/** Draws a total by age inside the usual band, as on the screen. */
export function drawCurve(sheet: Sheet, parent: Element, curve: Curve): void {
  const { points, band, name, bandName } = curve;
  sheet.ensureSpace(height);
  drawFrame(sheet, sheet.area, height);
  sheet.tag(parent, 'Figure', () => drawPlot(sheet, curve), {
    alt: `${name} by age: ${points.map(toPointText).join(', ')}`,
  });
  const last = points.at(-1);
  const usual = last && bandAt(band, last.age);
  if (last)
    sheet.tag(parent, 'P', () => {
      const y = sheet.y + 9;
      const value = wholeNumber(last.value);
      const x = sheet.left + 12;
      sheet.text(value, { x, y, width: 120, size: 10, style: 'strong' });
      const rest = `after ${ageLabel(last.age)}${usual ? ` · usually ${wholeNumber(usual.low)} to ${wholeNumber(usual.high)}` : ''}`;
      const start = x + sheet.measure(value, 'strong', 10) + 6;
      sheet.text(rest, { x: start, y: y + 1, width: 300, size: 8.5, color: 'ink2' });
      if (band.length > 0)
        sheet.text(bandName, { x, y: y + 1, width: sheet.width - 24, size: 8, color: 'ink3', align: 'end' });
    });
  sheet.y += height;
}

function toPointText({ age, value }: Curve['points'][number]): string {
  return `${wholeNumber(value)} after ${ageLabel(age)}`;
}

function drawPlot(sheet: Sheet, { points, band }: Curve): void {
  const { doc } = sheet;
  const width = sheet.width / scale;
  const geometry = layOutBand(points, band, width, plotHeight);
  if (!geometry) return;
  doc.save().translate(sheet.left, sheet.y).scale(scale);
  if (geometry.bandPath) doc.path(geometry.bandPath).fill(mixColors(lightPalette.pri, '#ffffff', 0.12));
  drawValueAxis(sheet, { ...geometry, margin: bandMargin, width, format: compactNumber });
  for (const tick of geometry.ageTicks) {
    const text = { x: geometry.x(tick) - 30, y: plotHeight - 5 - tickSize, width: 60, size: tickSize } as const;
    sheet.text(ageLabel(tick), { ...text, color: 'ink3', align: 'center' });
  }
  doc.lineCap('round').lineJoin('round');
  if (geometry.medianPath)
    doc.lineWidth(1.5).dash(1, { space: 5 }).path(geometry.medianPath).stroke(lightPalette.pri).undash();
  if (geometry.path) doc.lineWidth(2.5).path(geometry.path).stroke(lightPalette.highlight);
  for (const { age, value } of points) doc.circle(geometry.x(age), geometry.y(value), 2.8).fill(lightPalette.highlight);
  doc.restore();
}
