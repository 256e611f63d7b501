import type { ReportContent, ReportSection } from '@tidemark/contract';
import { dayLabel, metricLabels, toReportLines, type TrendLine, wholeNumber } from '@tidemark/presentation';
import { drawLines, linesHeight } from './draw-lines.ts';
import { drawFrame, toInset } from './layout.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'days' }>;

const titleHeight = 26;

/** Draws a chart for each metric with a line for each account, as on the screen. */
export function drawDays(
  sheet: Sheet,
  parent: Element,
  { metrics }: Section,
  { accounts, previous }: ReportContent,
): void {
  for (const { metric, days } of metrics) {
    const lines = toReportLines(days, accounts);
    const { title, word } = metricLabels[metric];
    const height = lines.length === 0 ? 52 : titleHeight + linesHeight(lines);
    sheet.ensureSpace(height);
    drawFrame(sheet, sheet.area, height);
    const room = toInset(sheet.area, 12);
    sheet.tag(parent, 'H3', () => sheet.text(title, { ...room, y: sheet.y + 10, size: 10, style: 'strong' }));
    if (previous && lines.length > 0 && lines.length <= 3) {
      const text = `dotted: ${dayLabel(previous.from)} – ${dayLabel(previous.to)}`;
      sheet.tag(parent, 'P', () =>
        sheet.text(text, { ...room, y: sheet.y + 11, size: 8, color: 'ink3', align: 'end' }),
      );
    }
    if (lines.length === 0)
      sheet.tag(parent, 'P', () =>
        sheet.text(`No ${word} data available`, { ...room, y: sheet.y + 28, size: 9, color: 'ink2' }),
      );
    else
      drawLines(sheet, parent, lines, {
        top: sheet.y + titleHeight,
        alt: `${title} by day. ${lines.map(toLineText).join('. ')}`,
      });
    sheet.y += height + 10;
  }
}

function toLineText({ name, series }: TrendLine): string {
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  return `${name}: from ${wholeNumber(Math.min(...values))} to ${wholeNumber(Math.max(...values))} a day`;
}
