import type { ReportContent, ReportMedium, ReportSection } from '@tidemark/contract';
import { compactNumber, dayLabel, formatLabel, plural, shortCaption, toHighlightFigure } from '@tidemark/figures';
import { dayIn } from '../../../platform/clock.ts';
import { drawRule } from './draw-rule.ts';
import { drawTiles } from './draw-tiles.ts';
import { drawValue, type Letters } from './marks.ts';
import { drawPicture, type Pictures } from './pictures.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'media' }>;

interface Context {
  content: ReportContent;
  pictures: Pictures;
  letters: Letters;
}

const rowHeight = 50;
const columnWidth = 66;

/** The totals of recent media, and the newest of them. */
export function drawMedia(sheet: Sheet, parent: Element, section: Section, context: Context): void {
  const { left, width } = sheet;
  const { count, totals, media } = section;
  const note =
    count === 0
      ? 'No media available to display for the selected range.'
      : `Published or active in this range; totals of ${count} ${plural(count, 'medium', 'media')}, and the newest ${media.length}. Numbers cover this range only.`;
  const draw = () => (sheet.y += sheet.text(note, { x: left, y: sheet.y, width, size: 8.5, color: 'ink2' }) + 6);
  sheet.tag(parent, 'P', draw);
  if (count === 0) return;
  drawTiles(sheet, parent, totals.map(toHighlightFigure), context.letters);
  sheet.y += 6;
  const list = sheet.group(parent, 'L');
  for (const medium of media) {
    sheet.room(rowHeight);
    sheet.tag(list, 'LI', () => drawMedium(sheet, medium, context));
    sheet.y += rowHeight;
    drawRule(sheet, sheet.y - 2);
  }
  sheet.y += 8;
}

function drawMedium(sheet: Sheet, medium: ReportMedium, { content, pictures, letters }: Context): void {
  const { left, y, width } = sheet;
  const account = content.accounts.find(({ accountId }) => accountId === medium.accountId);
  drawPicture(sheet, pictures, medium.thumbnailUrl, { x: left, y: y + 5, size: 36 });
  const words = { x: left + 46, width: width - 52 - 3 * columnWidth };
  const title = { ...words, y: y + 6, size: 8.8, style: 'strong', maxLines: 2, leading: 1.25 } as const;
  const caption = shortCaption(medium.caption.replaceAll(/\s+/g, ' '));
  const used = sheet.text(caption, { ...title, link: medium.permalink }) || sheet.text('Untitled Post', title);
  const meta = [
    ...(account && content.accounts.length > 1 ? [account.name] : []),
    formatLabel(medium),
    dayLabel(dayIn(content.timeZone, new Date(medium.publishedAt))),
  ];
  sheet.text(meta.join(' · '), { ...words, y: y + 7 + used, size: 7.8, color: 'ink3', maxLines: 1 });
  const figures = [
    ['Views', medium.views],
    ['Reach', medium.reach],
    ['Interactions', medium.interactions],
  ] as const;
  figures.forEach(([name, value], index) => {
    const place = { x: left + width - (3 - index) * columnWidth, width: columnWidth, align: 'end' } as const;
    sheet.text(name, { ...place, y: y + 8, size: 7, color: 'ink3' });
    const text = value === null ? '–' : compactNumber(value);
    // As on the screen, one mark for the three of them.
    const marks = index === 2 ? letters(medium.approx) : '';
    drawValue(sheet, { text, letters: marks }, { ...place, y: y + 18, size: 9.5 });
  });
}
