import {
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
import { toInset } from './layout.ts';
import { type Area, type Element, type Sheet, toColor } from './sheet.ts';

/** The geometry is in screen pixels. */
const scale = 0.75;
const plotHeight = 210;
const inset = 12;
const legendColumns = 4;
const legendRow = 13;
const manyLines = 8;
const namedLines = 5;

interface LinesOptions {
  top: number;
  /** Text alternative for the chart. */
  alt: string;
  /** Formats the values on the axis. */
  format?: (value: number) => string;
}

/** Returns a chart's height with its legend. */
export function linesHeight(lines: readonly TrendLine[]): number {
  return plotHeight * scale + legendHeight(lines) + 10;
}

/** Draws lines over the same days with axes and, for more than one, a legend, from `top` over the sheet's width. */
export function drawLines(
  sheet: Sheet,
  parent: Element,
  lines: readonly TrendLine[],
  { top, alt, format = compactNumber }: LinesOptions,
): void {
  const shown = lines.length > manyLines ? muteSmall(lines) : lines;
  // The title takes the space above the plot that the screen's readout has.
  const place = { ...toInset(sheet.area, inset), y: top - 30 };
  sheet.tag(parent, 'Figure', () => drawPlot(sheet, shown, { ...place, format }), { alt });
  if (lines.length > 1)
    sheet.tag(parent, 'P', () => drawLegend(sheet, shown, top + linesHeight(lines) - legendHeight(lines) - 6));
}

function legendHeight({ length }: readonly TrendLine[]): number {
  return length > 1 ? Math.ceil(length / legendColumns) * legendRow : 0;
}

interface PlotPlace extends Area {
  y: number;
  format: (value: number) => string;
}

function drawPlot(sheet: Sheet, lines: readonly TrendLine[], { x, y, width, format }: PlotPlace): void {
  const { doc } = sheet;
  const size = { width: width / scale, height: plotHeight + 30 / scale };
  const geometry = layOut(lines, size.width, size.height, lines.length > manyLines ? 'log' : 'linear');
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

function muteSmall(lines: readonly TrendLine[]): TrendLine[] {
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

function drawLegend(sheet: Sheet, lines: readonly TrendLine[], y: number): void {
  const columns = Math.min(legendColumns, lines.length);
  const width = (sheet.width - 2 * inset) / columns;
  lines.forEach(({ name, color, dashed, muted }, index) => {
    const x = sheet.left + inset + (index % columns) * width;
    const top = y + Math.floor(index / columns) * legendRow;
    if (dashed) sheet.doc.dash(3, { space: 2 });
    sheet.doc
      .lineWidth(2)
      .moveTo(x, top + 5.5)
      .lineTo(x + 11, top + 5.5)
      .stroke(muted ? lightPalette.ink3 : toColor(color))
      .undash();
    sheet.text(name, { x: x + 15, y: top, width: width - 20, size: 8, color: 'ink2', maxLines: 1 });
  });
}
