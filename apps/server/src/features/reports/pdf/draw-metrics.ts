import type { MetricCard, OverviewMetric, ReportSection } from '@tidemark/contract';
import {
  type DayBar,
  hasNothingStored,
  lightPalette,
  metricLabels,
  toDayBars,
  toLevelPaths,
  writeNumber,
} from '@tidemark/presentation';
import { drawCards } from './layout.ts';
import { drawChange, drawValue, type Letters } from './marks.ts';
import type { Area, Element, Sheet } from './sheet.ts';

const gap = 10;
const height = 92;
const daysHeight = 26;

type Section = Extract<ReportSection, { kind: 'metrics' }>;

/** Draws a card for each metric: its value, its change and its days. */
export function drawMetrics(sheet: Sheet, parent: Element, { cards, published }: Section, letters: Letters): void {
  const all: { metric: OverviewMetric; card: MetricCard }[] = [...cards, { metric: 'post-activity', card: published }];
  drawCards(sheet, all, { columns: 3, gap, height, inset: 11 }, ({ metric, card }, area) => {
    const place = { metric, card, ...area };
    sheet.tag(parent, 'P', () => drawWords(sheet, place, letters));
    if (hasNothingStored(card)) return;
    sheet.tag(parent, 'Figure', () => drawDays(sheet, place), { alt: toDaysText(metric, card) });
  });
  sheet.y += gap;
}

interface CardPlace extends Area {
  metric: OverviewMetric;
  card: MetricCard;
}

function drawWords(sheet: Sheet, { metric, card, x, width }: CardPlace, letters: Letters): void {
  const { title, format } = metricLabels[metric];
  sheet.text(title, { x, y: sheet.y + 10, width, size: 8.5, color: 'ink2', maxLines: 1 });
  if (hasNothingStored(card)) {
    sheet.text('No data available', { x, y: sheet.y + 28, width, size: 8.5, color: 'ink2' });
    return;
  }
  const value = { ...writeNumber(card.current, card.approx, format), letters: letters(card.approx) };
  drawValue(sheet, value, { x, y: sheet.y + 25, width: width - 46, size: 18, style: 'display' });
  drawChange(sheet, card, { x: x + width - 46, y: sheet.y + 31, width: 46, size: 9 });
}

function drawDays(sheet: Sheet, { metric, card, x, width }: CardPlace): void {
  const { doc } = sheet;
  const y = sheet.y + height - daysHeight - 10;
  if (metric === 'followers') {
    const paths = toLevelPaths(card.series, { width, height: daysHeight, baseline: 'lowest' });
    if (!paths) return;
    doc.save().translate(x, y).lineWidth(1.4).lineCap('round').lineJoin('round');
    if (paths.closed) doc.path(paths.closed).stroke(lightPalette.pri);
    if (paths.running) doc.dash(0.5, { space: 3 }).path(paths.running).stroke(lightPalette.pri);
    doc.restore();
    return;
  }
  const bars = toDayBars(card.series, true);
  const step = width / Math.max(1, bars.length);
  const between = bars.length > 45 ? 0 : Math.min(1.5, step * 0.25);
  bars.forEach((bar, index) => drawBar(sheet, bar, { x: x + index * step, y, width: step - between }));
}

const barColors: Partial<Record<DayBar['kind'], string>> = {
  older: lightPalette.ramp1,
  recent: lightPalette.ramp3,
  peak: lightPalette.highlight,
};

function drawBar(
  { doc }: Sheet,
  { kind, share = 0 }: DayBar,
  { x, y, width }: { x: number; y: number; width: number },
) {
  const tall = share * daysHeight;
  const top = y + daysHeight - tall;
  const fill = barColors[kind];
  if (fill) doc.rect(x, top, width, tall).fill(fill);
  else if (kind === 'running')
    doc
      .lineWidth(0.5)
      .rect(x + 0.25, top + 0.25, Math.max(0.2, width - 0.5), Math.max(0.2, tall - 0.5))
      .stroke(lightPalette.ramp3);
}

function toDaysText(metric: OverviewMetric, { series }: MetricCard): string {
  const { title, format } = metricLabels[metric];
  const values = series.flatMap(({ value }) => (value === null ? [] : [value]));
  return `${title} day by day: lowest ${format(Math.min(...values))}, highest ${format(Math.max(...values))}`;
}
