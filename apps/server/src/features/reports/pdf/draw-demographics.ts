import type { FollowerDemographics } from '@tidemark/contract';
import {
  ageShares,
  cityShares,
  countryShares,
  dayLabel,
  genderShares,
  hasDemographics,
  lightPalette,
  paleInk,
  takeTop,
} from '@tidemark/presentation';
import { drawColumns } from './layout.ts';
import type { Letters } from './marks.ts';
import { type Area, type Element, type Sheet, toColor } from './sheet.ts';

const gap = 22;
const rowHeight = 13.5;
const maxColumnsHeight = 92;
const genders = [
  { key: 'F', part: 'female', color: lightPalette.female },
  { key: 'M', part: 'male', color: lightPalette.male },
  { key: 'U', part: 'unknown', color: lightPalette.other },
] as const;

const percentText = (value: number) => `${value.toFixed(2)}%`;

/** Draws followers by age and gender, country and city. */
export function drawDemographics(
  sheet: Sheet,
  parent: Element,
  demographics: FollowerDemographics,
  { letters, scale }: { letters: Letters; scale: number },
): void {
  const { asOf, approx } = demographics;
  if (!hasDemographics(demographics)) {
    const text = 'Instagram reports no demographics for these accounts.';
    return sheet.block(parent, 'P', text, { size: 9, color: 'ink2', after: 8 });
  }
  const columnsHeight = maxColumnsHeight * scale;
  sheet.ensureSpace(columnsHeight + 60);
  const marks = letters(approx);
  const note = `Shares of the followers Instagram reports on${asOf ? ` as of ${dayLabel(asOf)}` : ''}${marks && ` (${marks})`}`;
  sheet.block(parent, 'P', note, { size: 8.5, color: 'ink2', after: 8 });
  const byGender = toRows(genderShares(demographics), (key) => genders.find((one) => one.key === key)?.color);
  drawColumns(sheet, ['Age', 'Gender'] as const, { columns: 2, gap }, (title, area) =>
    title === 'Age'
      ? drawAges(sheet, parent, demographics, { ...area, columnsHeight })
      : drawShares(sheet, parent, { title, rows: byGender }, area),
  );
  const [countries, cities] = [takeTop(countryShares(demographics)), cityShares(demographics)];
  sheet.ensureSpace(20 + rowHeight * Math.max(countries.length, cities.length));
  const lists = [
    { title: 'Countries', rows: toRows(countries) },
    { title: 'Cities', rows: toRows(cities) },
  ];
  drawColumns(sheet, lists, { columns: 2, gap }, (list, area) => drawShares(sheet, parent, list, area));
  sheet.y += 2;
}

/** Draws a column for each age group, divided by gender. */
function drawAges(
  sheet: Sheet,
  parent: Element,
  demographics: FollowerDemographics,
  { x: left, width, columnsHeight }: Area & { columnsHeight: number },
): void {
  const { y, doc } = sheet;
  const ages = ageShares(demographics);
  const most = Math.max(...ages.map(({ percent }) => percent), 1);
  const step = width / ages.length;
  sheet.tag(parent, 'H3', () => sheet.text('Age', { x: left, y, width, size: 9, style: 'strong' }));
  const draw = () =>
    ages.forEach(({ name, percent, ofAll }, index) => {
      const x = left + index * step;
      let at = y + 28 + columnsHeight;
      sheet.text(percentText(percent), {
        x,
        y: at - (percent / most) * columnsHeight - 11,
        width: step,
        size: 7,
        style: 'strong',
        align: 'center',
      });
      for (const { part, color } of genders) {
        const tall = (ofAll[part] / most) * columnsHeight;
        at -= tall;
        if (tall > 0) doc.rect(x + step * 0.18, at, step * 0.64, tall).fill(color);
      }
      sheet.text(name, { x, y: y + 31 + columnsHeight, width: step, size: 7.5, color: 'ink3', align: 'center' });
    });
  const alt = `Followers by age: ${ages.map(({ name, percent }) => `${name} ${percentText(percent)}`).join(', ')}`;
  sheet.tag(parent, 'Figure', draw, { alt });
  sheet.y += columnsHeight + 44;
}

interface Row {
  name: string;
  percent: number;
  color: string;
}

function toRows(
  shares: readonly { key: string; name: string; percent: number }[],
  color: (key: string) => string | undefined = () => undefined,
): Row[] {
  return shares.map(({ key, name, percent }) => ({ name, percent, color: color(key) ?? toColor('var(--pri)') }));
}

function drawShares(
  sheet: Sheet,
  parent: Element,
  { title, rows }: { title: string; rows: readonly Row[] },
  { x, width }: Area,
): void {
  sheet.tag(parent, 'H3', () => sheet.text(title, { x, y: sheet.y, width, size: 9, style: 'strong' }));
  const list = sheet.group(parent, 'L');
  const most = Math.max(...rows.map(({ percent }) => percent), 0.01);
  sheet.y += 17;
  for (const { name, percent, color } of rows) {
    const { y } = sheet;
    sheet.tag(list, 'LI', () => {
      sheet.text(name, { x, y, width: width * 0.44, size: 8, color: 'ink2', maxLines: 1 });
      sheet.doc.roundedRect(x + width * 0.46, y + 2.5, width * 0.36, 5, 2).fill(paleInk.hover);
      if (percent > 0)
        sheet.doc
          .roundedRect(x + width * 0.46, y + 2.5, Math.max(1.5, (width * 0.36 * percent) / most), 5, 2)
          .fill(color);
      sheet.text(percentText(percent), {
        x: x + width * 0.82,
        y,
        width: width * 0.18,
        size: 8,
        style: 'strong',
        align: 'end',
      });
    });
    sheet.y += rowHeight;
  }
}
