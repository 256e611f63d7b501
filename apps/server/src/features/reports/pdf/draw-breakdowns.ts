import type { AccountMetric, Breakdown, ReportSection } from '@tidemark/contract';
import {
  approximationBy,
  compactNumber,
  donutDimension,
  donutRadius,
  metricLabels,
  paleInk,
  shareOf,
  shareText,
  type Slice,
  slicesBy,
  toDonutPaths,
  wholeBehind,
  writeNumber,
} from '@tidemark/presentation';
import { drawCards } from './layout.ts';
import { drawValue, type Letters } from './marks.ts';
import { type Area, type Element, type Sheet, toColor } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'breakdowns' }>;

const gap = 10;
const donutSize = 62;
/** Title, value and donut. */
const headHeight = 137;
const rowHeight = 13;
const nameWidth = 43;
const numbersWidth = 58;

/** Draws each metric by audience or action type, and by media type. */
export function drawBreakdowns(sheet: Sheet, parent: Element, { metrics }: Section, letters: Letters): void {
  const rows = {
    kinds: Math.max(...metrics.map(({ metric, breakdown }) => slicesBy(donutDimension(metric), breakdown).length)),
    surfaces: Math.max(...metrics.map(({ breakdown }) => slicesBy('media_product_type', breakdown).length)),
  };
  const height = headHeight + (rows.kinds + rows.surfaces) * rowHeight + (rows.surfaces > 0 ? 29 : 11);
  drawCards(sheet, metrics, { columns: metrics.length, gap, height, inset: 11 }, (one, area) =>
    drawCard(sheet, parent, { ...one, ...area, letters, kindRows: rows.kinds }),
  );
}

interface CardOptions extends Area {
  metric: AccountMetric;
  breakdown: Breakdown;
  letters: Letters;
  /** Rows to leave for the kinds, so that the lists below begin at the same height. */
  kindRows: number;
}

function drawCard(
  sheet: Sheet,
  parent: Element,
  { metric, breakdown, x, width, letters, kindRows }: CardOptions,
): void {
  const { y } = sheet;
  const { title } = metricLabels[metric];
  // Daily counts of people exceed the range's count: only their shares mean something.
  const isOfPeople = metric === 'reach';
  const kinds = slicesBy(donutDimension(metric), breakdown);
  const surfaces = slicesBy('media_product_type', breakdown).toSorted((one, other) => other.value - one.value);
  const kindLetters = letters(approximationBy(donutDimension(metric), breakdown));
  const surfaceLetters = letters(approximationBy('media_product_type', breakdown));
  const value = {
    ...writeNumber(breakdown.value, breakdown.approx, compactNumber),
    letters: letters(breakdown.approx),
  };
  sheet.tag(parent, 'H3', () => sheet.text(title, { x, y: y + 10, width, size: 8.5, color: 'ink2' }));
  sheet.tag(parent, 'P', () => drawValue(sheet, value, { x, y: y + 24, width, size: 18, style: 'display' }));
  sheet.tag(parent, 'Figure', () => drawDonut(sheet, kinds, { x: x + width / 2, y: y + 54 + donutSize / 2 }), {
    alt: `${title}: ${kinds.map(({ label, value: count }) => `${label} ${shareText(count, wholeBehind(kinds, breakdown.value))}`).join(', ')}`,
  });
  const kindsName = metric === 'total_interactions' ? 'By type' : 'By followers and non-followers';
  drawHeading(sheet, parent, { text: kindsName, letters: kindLetters }, { x, y: y + 124, width });
  drawParts(
    sheet,
    parent,
    { parts: kinds, whole: wholeBehind(kinds, breakdown.value), isOfPeople },
    { x, y: y + headHeight, width },
  );
  if (surfaces.length === 0) return;
  const below = y + headHeight + kindRows * rowHeight + 6;
  drawHeading(sheet, parent, { text: 'By content type', letters: surfaceLetters }, { x, y: below, width });
  const whole = wholeBehind(surfaces, breakdown.value);
  drawParts(sheet, parent, { parts: surfaces, whole, isOfPeople, hasBars: true }, { x, y: below + 13, width });
}

interface Place extends Area {
  y: number;
}

function drawDonut({ doc }: Sheet, slices: readonly Slice[], { x, y }: Omit<Place, 'width'>): void {
  doc
    .save()
    .translate(x, y)
    .scale(donutSize / (2 * donutRadius));
  for (const { slice, path } of toDonutPaths(slices)) doc.path(path).fill(toColor(slice.color));
  doc.restore();
}

function drawHeading(
  sheet: Sheet,
  parent: Element,
  { text, letters }: { text: string; letters: string },
  place: Place,
) {
  sheet.tag(parent, 'P', () => {
    sheet.text(text, { ...place, size: 7.5, color: 'ink3' });
    const x = place.x + sheet.measure(text, 'text', 7.5) + 1;
    drawValue(sheet, { text: '', letters }, { ...place, x, size: 10 });
  });
}

interface Parts {
  parts: readonly Slice[];
  whole: number;
  isOfPeople: boolean;
  hasBars?: boolean;
}

function drawParts(
  sheet: Sheet,
  parent: Element,
  { parts, whole, isOfPeople, hasBars = false }: Parts,
  { x, y, width }: Place,
): void {
  const list = sheet.group(parent, 'L');
  const largest = Math.max(...parts.map(({ value }) => value));
  parts.forEach(({ label, value, color }, index) => {
    const top = y + index * rowHeight;
    sheet.tag(list, 'LI', () => {
      const bar = { x: x + nameWidth, width: width - nameWidth - numbersWidth - 4 };
      if (hasBars) {
        sheet.doc.roundedRect(bar.x, top + 2, bar.width, 5, 2).fill(paleInk.hover);
        if (value > 0)
          sheet.doc.rect(bar.x, top + 2, (bar.width * shareOf(value, largest)) / 100, 5).fill(toColor(color));
      } else sheet.doc.roundedRect(x, top + 1.5, 6, 6, 2).fill(toColor(color));
      const name = hasBars ? { x, width: nameWidth } : { x: x + 10, width: width - numbersWidth - 12 };
      sheet.text(label, { ...name, y: top, size: 7.8, color: 'ink2', maxLines: 1 });
      const numbers = { y: top, size: 7.8, align: 'end' } as const;
      const shareX = x + width - (isOfPeople ? 24 : numbersWidth);
      sheet.text(shareText(value, whole), { ...numbers, x: shareX, width: 24, style: 'strong' });
      if (!isOfPeople) sheet.text(compactNumber(value), { ...numbers, x: x + width - 33, width: 33, color: 'ink3' });
    });
  });
}
