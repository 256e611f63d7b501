import {
  type DocumentCard,
  hourLabel,
  lightPalette,
  mixColors,
  paleInk,
  shortWeekdays,
  type WeekCell,
} from '@tidemark/presentation';
import type { Area, Element, Sheet } from './sheet.ts';

type Week = Extract<DocumentCard, { kind: 'week' }>;

const nameWidth = 26;
const cellHeight = 18;
const gap = 2;
const headHeight = 14;
const labelledHours = 3;
const hoursOfDay = 24;

/** Draws a week's hours, or longer blocks, in colour: a row for each day. */
export function drawWeek(
  sheet: Sheet,
  parent: Element,
  { cells }: Pick<Week, 'cells'>,
  { x: left, width: whole }: Area = sheet.area,
): void {
  const columns = cells.length / shortWeekdays.length;
  const width = (whole - nameWidth) / columns;
  const labelled = Math.max(1, (labelledHours * columns) / hoursOfDay);
  const table = sheet.group(parent, 'Table');
  const head = sheet.group(table, 'TR');
  for (let column = 0; column < columns; column += labelled)
    sheet.tag(head, 'TH', () =>
      sheet.text(hourLabel((column * hoursOfDay) / columns), {
        x: left + nameWidth + column * width,
        y: sheet.y,
        width: width * labelled,
        size: 7,
        color: 'ink3',
      }),
    );
  sheet.y += headHeight;
  shortWeekdays.forEach((name, weekday) => {
    const row = sheet.group(table, 'TR');
    sheet.tag(row, 'TH', () => sheet.text(name, { x: left, y: sheet.y + 5, width: nameWidth, size: 7, color: 'ink2' }));
    cells.slice(weekday * columns, (weekday + 1) * columns).forEach((cell, column) => {
      const x = left + nameWidth + column * width;
      sheet.decorate(() => drawGround(sheet, cell, { x, width: width - gap }));
      if (cell.text === '') return;
      const text = { x, y: sheet.y + 5, width: width - gap, size: fitSize(sheet, cell.text, width - gap) };
      sheet.tag(row, 'TD', () =>
        sheet.text(cell.text, { ...text, style: cell.isStrong ? 'strong' : 'text', align: 'center', maxLines: 1 }),
      );
    });
    sheet.y += cellHeight;
  });
}

function fitSize(sheet: Sheet, text: string, width: number): number {
  return Math.min(6.8, (6.8 * (width - 1)) / sheet.measure(text, 'strong', 6.8));
}

/** Same as on the screen: `week-grid.module.css`. */
const tones = {
  more: { color: lightPalette.up, perStep: 0.09 },
  less: { color: lightPalette.down, perStep: 0.09 },
  level: { color: lightPalette.pri, perStep: 0.11 },
};

function drawGround({ doc, y }: Sheet, { tone, step }: WeekCell, { x, width }: { x: number; width: number }): void {
  const cell = doc.roundedRect(x, y, width, cellHeight - gap, 3);
  if (tone === 'none') cell.lineWidth(0.5).stroke(paleInk.line);
  else cell.fill(mixColors(tones[tone].color, paleInk.hover, step * tones[tone].perStep));
}
