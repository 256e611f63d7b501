import type { ReportContent, ReportSection } from '@tidemark/contract';
import { dayLabel, metricLabels, toReportLines, type TrendLine, wholeNumber } from '@tidemark/presentation';
import { drawLegend, drawLines, muteSmall } from './draw-lines.ts';
import { drawColumns, drawFrame, toInset } from './layout.ts';
import type { Area, Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'days' }>;

const gap = 10;
const titleHeight = 24;
const plotHeight = 158;
const inset = 12;

interface Context {
  content: ReportContent;
  scale: number;
}

/** Draws a chart for each metric with a line for each account: the first over the whole width, the others in pairs. */
export function drawDays(
  sheet: Sheet,
  parent: Element,
  { metrics }: Section,
  { content: { accounts, previous }, scale }: Context,
): void {
  const charts = metrics.map(({ metric, days }) => ({ metric, lines: muteSmall(toReportLines(days, accounts)) }));
  const all = listAllLines(charts.map(({ lines }) => lines));
  const isCompared = previous !== null && all.length > 0 && all.length <= 3;
  const note = isCompared ? `dotted: ${dayLabel(previous.from)} – ${dayLabel(previous.to)}` : '';
  drawLegend(sheet, parent, { lines: all.length > 1 ? all : [], note }, sheet.area);
  const height = titleHeight + plotHeight * scale + 10;
  const [first, ...others] = charts;
  const rows = [first ? [first] : [], others.slice(0, 2), others.slice(2)].filter((row) => row.length > 0);
  for (const row of rows) {
    sheet.ensureSpace(height);
    drawColumns(sheet, row, { columns: row.length, gap }, (chart, area) => {
      drawChart(sheet, parent, { ...chart, area, height });
      sheet.y += height;
    });
    sheet.y += gap;
  }
}

interface Chart {
  metric: Section['metrics'][number]['metric'];
  lines: TrendLine[];
  area: Area;
  height: number;
}

function drawChart(sheet: Sheet, parent: Element, { metric, lines, area, height }: Chart): void {
  const { title, word } = metricLabels[metric];
  const room = toInset(area, inset);
  drawFrame(sheet, area, height);
  sheet.tag(parent, 'H3', () => sheet.text(title, { ...room, y: sheet.y + 10, size: 10, style: 'strong' }));
  if (lines.length === 0) {
    const text = `No ${word} data available`;
    return sheet.tag(parent, 'P', () => sheet.text(text, { ...room, y: sheet.y + 28, size: 9, color: 'ink2' }));
  }
  drawLines(sheet, parent, lines, {
    area: room,
    top: sheet.y + titleHeight,
    height: height - titleHeight - 10,
    alt: `${title} by day. ${lines.map(toLineText).join('. ')}`,
  });
}

/** Lists each account's line once; a line is coloured if it is in any chart. */
function listAllLines(charts: readonly (readonly TrendLine[])[]): TrendLine[] {
  const found = new Map<string, TrendLine>();
  for (const line of charts.flat()) if (!found.has(line.id) || !line.muted) found.set(line.id, line);
  return [...found.values()];
}

function toLineText({ name, series }: TrendLine): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  return `${name}: from ${wholeNumber(Math.min(...values))} to ${wholeNumber(Math.max(...values))} a day`;
}
