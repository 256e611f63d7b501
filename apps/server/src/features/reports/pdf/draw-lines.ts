import {
  fewAccounts,
  compactNumber,
  layOut,
  lightPalette,
  margin as plotMargin,
  paleInk,
  shortDayLabel,
  type TrendGeometry,
  type TrendLine,
} from '@tidemark/presentation';
import { drawValueAxis, tickSize } from './draw-value-axis.ts';
import { type Area, type Element, type Sheet, toColor } from './sheet.ts';

/** The geometry is in screen pixels. */
const scale = 0.75;
/** The title takes the space above the plot that the screen's readout has. */
const readoutHeight = 30;
const legendRow = 13;
const legendSwatch = 15;
const legendGap = 16;
const namedLines = 5;

interface LinesOptions {
  area: Area;
  top: number;
  height: number;
  /** Text alternative for the chart. */
  alt: string;
  /** Formats the values on the axis. */
  format?: (value: number) => string;
}

/** Draws lines over the same days, with axes. */
export function drawLines(
  sheet: Sheet,
  parent: Element,
  lines: readonly TrendLine[],
  { area, top, height, alt, format = compactNumber }: LinesOptions,
): void {
  const place = { ...area, y: top - readoutHeight, height: height + readoutHeight, format };
  sheet.tag(parent, 'Figure', () => drawPlot(sheet, lines, place), { alt });
}

interface PlotPlace extends Area {
  y: number;
  height: number;
  format: (value: number) => string;
}

function drawPlot(sheet: Sheet, lines: readonly TrendLine[], { x, y, format, ...place }: PlotPlace): void {
  const { doc } = sheet;
  const size = { width: place.width / scale, height: place.height / scale };
  const geometry = layOut(lines, size.width, size.height, lines.length > fewAccounts ? 'log' : 'linear');
  if (!geometry) return;
  doc.save().translate(x, y).scale(scale);
  drawAxes(sheet, geometry, { ...size, format });
  const [only] = geometry.drawn;
  if (only && geometry.drawn.length === 1)
    doc
      .path(geometry.shade(only.trend) || 'M0 0')
      .fillOpacity(0.1)
      .fill(toColor(only.trend.color))
      .fillOpacity(1);
  for (const { trend, path, previousPath, runningPath, points } of geometry.drawn) {
    const color = trend.muted ? lightPalette.ink3 : toColor(trend.color);
    doc
      .lineJoin('round')
      .lineCap('round')
      .strokeColor(color)
      .strokeOpacity(trend.muted ? 0.4 : 1);
    if (previousPath && lines.length <= 3)
      doc.lineWidth(1.3).dash(2, { space: 3 }).path(previousPath).stroke().undash();
    if (path) {
      doc.lineWidth(trend.muted ? 1 : 2);
      if (trend.dashed) doc.dash(6, { space: 4 });
      doc.path(path).stroke().undash();
    }
    if (runningPath) doc.lineWidth(2).dash(0.5, { space: 5 }).path(runningPath).stroke().undash();
    for (const point of points) doc.circle(point.x, point.y, 2.6).fill(color);
  }
  doc.strokeOpacity(1).restore();
}

/** Draws the smallest of many lines in grey. */
export function muteSmall(lines: readonly TrendLine[]): TrendLine[] {
  if (lines.length <= fewAccounts) return [...lines];
  const sum = ({ series }: TrendLine) => series.reduce((total, { value }) => total + (value ?? 0), 0);
  const named = new Set(lines.toSorted((one, other) => sum(other) - sum(one)).slice(0, namedLines));
  return lines.map((line) => (named.has(line) ? line : { ...line, muted: true }));
}

function drawAxes(
  sheet: Sheet,
  geometry: TrendGeometry,
  { width, height, format }: Pick<PlotPlace, 'width' | 'format'> & { height: number },
): void {
  const { doc } = sheet;
  drawValueAxis(sheet, { ...geometry, margin: plotMargin, width, format });
  for (const index of geometry.dayTicks)
    sheet.text(shortDayLabel(geometry.days[index] ?? ''), {
      x: geometry.x(index) - 40,
      y: height - 4 - tickSize,
      width: 80,
      size: tickSize,
      color: 'ink3',
      align: 'center',
    });
  for (const [band, label] of [
    [geometry.running, 'so far'],
    [geometry.missing, 'not synced'],
  ] as const)
    if (band) {
      doc.rect(band.x, geometry.top, band.width, geometry.floor - geometry.top).fill(paleInk.hover);
      sheet.text(label, {
        x: band.x + band.width - 90,
        y: geometry.top - 14,
        width: 90,
        size: tickSize,
        color: 'ink3',
        align: 'end',
      });
    }
}

/** Draws a key to the lines, as many beside each other as fit, with grey ones counted; and moves below it. */
export function drawLegend(
  sheet: Sheet,
  parent: Element,
  { lines, note = '' }: { lines: readonly TrendLine[]; note?: string },
  area: Area,
): void {
  const grey = lines.filter(({ muted }) => muted);
  const entries = [
    ...lines
      .filter(({ muted }) => !muted)
      .map(({ name, color, dashed }) => ({ text: name, color: toColor(color), dashed })),
    ...(grey.length > 0 ? [{ text: `${grey.length} others`, color: lightPalette.ink3, dashed: false }] : []),
    ...(note === '' ? [] : [{ text: note, color: null, dashed: false }]),
  ];
  if (entries.length === 0) return;
  let x = area.x;
  sheet.tag(parent, 'P', () => {
    for (const { text, color, dashed } of entries) {
      const swatch = color === null ? 0 : legendSwatch;
      const width = Math.min(area.width - swatch, sheet.measure(text, 'text', 8) + 1);
      if (x > area.x && x + swatch + width > area.x + area.width) {
        x = area.x;
        sheet.y += legendRow;
      }
      if (color !== null) drawSwatch(sheet, { x, color, dashed });
      sheet.text(text, { x: x + swatch, y: sheet.y, width, size: 8, color: 'ink2', maxLines: 1, direction: 'ltr' });
      x += swatch + width + legendGap;
    }
  });
  sheet.y += legendRow + 5;
}

function drawSwatch({ doc, y }: Sheet, { x, color, dashed }: { x: number; color: string; dashed: boolean }): void {
  if (dashed) doc.dash(3, { space: 2 });
  doc
    .lineWidth(2)
    .moveTo(x, y + 5.5)
    .lineTo(x + 11, y + 5.5)
    .stroke(color)
    .undash();
}
