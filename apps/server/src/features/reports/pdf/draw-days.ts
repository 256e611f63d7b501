import type { ReportContent, ReportSection } from '@tidemark/contract';
import {
  compactNumber,
  dayLabel,
  layOut,
  lightPalette,
  margin as plotMargin,
  metricLabels,
  paleInk,
  shortDayLabel,
  toReportLines,
  type TrendGeometry,
  type TrendLine,
  wholeNumber,
} from '@tidemark/figures';
import { drawFrame } from './draw-metrics.ts';
import { type Element, type Sheet, toColor } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'days' }>;

/** The geometry is in pixels of a screen. */
const scale = 0.75;
const plotHeight = 210;
const titleHeight = 26;
const inset = 12;
const legendColumns = 4;
const manyLines = 8;
const namedLines = 5;

/** A chart for each metric with a line for each account, as on the screen. */
export function drawDays(
  sheet: Sheet,
  parent: Element,
  { metrics }: Section,
  { accounts, previous }: ReportContent,
): void {
  for (const { metric, days } of metrics) {
    const lines = toReportLines(days, accounts);
    const { title, word } = metricLabels[metric];
    const legend = lines.length > 1 ? Math.ceil(lines.length / legendColumns) * 13 : 0;
    const height = lines.length === 0 ? 52 : titleHeight + plotHeight * scale + legend + 10;
    sheet.room(height);
    sheet.decorate(() => drawFrame(sheet, { x: sheet.left, y: sheet.y, width: sheet.width, height }));
    const x = sheet.left + inset;
    const width = sheet.width - 2 * inset;
    sheet.tag(parent, 'H3', () => sheet.text(title, { x, y: sheet.y + 10, width, size: 10, style: 'strong' }));
    if (previous && lines.length > 0 && lines.length <= 3) {
      const text = `dotted: ${dayLabel(previous.from)} – ${dayLabel(previous.to)}`;
      sheet.tag(parent, 'P', () =>
        sheet.text(text, { x, y: sheet.y + 11, width, size: 8, color: 'ink3', align: 'end' }),
      );
    }
    if (lines.length === 0)
      sheet.tag(parent, 'P', () =>
        sheet.text(`No ${word} data available`, { x, y: sheet.y + 28, width, size: 9, color: 'ink2' }),
      );
    else {
      sheet.tag(parent, 'Figure', () => drawPlot(sheet, lines, { x, y: sheet.y + titleHeight - 30, width }), {
        alt: `${title} by day. ${lines.map(toLineText).join('. ')}`,
      });
      if (lines.length > 1) sheet.tag(parent, 'P', () => drawLegend(sheet, lines, sheet.y + height - legend - 6));
    }
    sheet.y += height + 10;
  }
}

function toLineText({ name, series }: TrendLine): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  return `${name}: from ${wholeNumber(Math.min(...values))} to ${wholeNumber(Math.max(...values))} a day`;
}

function drawPlot(sheet: Sheet, lines: readonly TrendLine[], { x, y, width }: { x: number; y: number; width: number }) {
  const { doc } = sheet;
  const isMany = lines.length > manyLines;
  const shown = isMany ? muteSmall(lines) : lines;
  const size = { width: width / scale, height: plotHeight + 30 / scale };
  const geometry = layOut(shown, size.width, size.height, isMany ? 'log' : 'linear');
  if (!geometry) return;
  doc.save().translate(x, y).scale(scale);
  drawAxes(sheet, geometry, size);
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

const tickSize = 10.5;

function drawAxes(sheet: Sheet, geometry: TrendGeometry, { width, height }: { width: number; height: number }): void {
  const { doc } = sheet;
  for (const tick of geometry.ticks) {
    const at = geometry.y(tick);
    doc
      .lineWidth(0.8)
      .moveTo(plotMargin.left, at)
      .lineTo(width - plotMargin.right, at)
      .stroke(paleInk.line);
    sheet.text(compactNumber(tick), {
      x: 0,
      y: at - tickSize * 0.6,
      width: plotMargin.left - 8,
      size: tickSize,
      color: 'ink3',
      align: 'end',
    });
  }
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
  const named = lines.length > manyLines ? muteSmall(lines) : lines;
  named.forEach(({ name, color, dashed, muted }, index) => {
    const x = sheet.left + inset + (index % columns) * width;
    const top = y + Math.floor(index / columns) * 13;
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
