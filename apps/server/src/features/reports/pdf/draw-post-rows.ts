import type { Approximation, MediaType, ReportContent, ReportPost } from '@tidemark/contract';
import { captionOrTime, compactNumber, dayLabel } from '@tidemark/presentation';
import { dayIn } from '../../../platform/clock.ts';
import { drawRule } from './draw-rule.ts';
import { drawValue, type Letters } from './marks.ts';
import { drawPicture, type Pictures } from './pictures.ts';
import type { Element, Sheet } from './sheet.ts';

export const rowHeight = 50;

type Listed = Omit<ReportPost, 'format'>;

interface Row {
  post: Listed;
  /** Its format's name. */
  kind: string;
  mediaType: MediaType;
  approx: Approximation | null;
}

export interface PostRowsContext {
  content: ReportContent;
  pictures: Pictures;
  letters: Letters;
}

/** Draws a list of media: picture, caption, account, format and day, and three metrics. */
export function drawPostRows(
  sheet: Sheet,
  parent: Element,
  rows: readonly Row[],
  context: PostRowsContext & { columnWidth: number },
): void {
  const list = sheet.group(parent, 'L');
  for (const row of rows) {
    sheet.ensureSpace(rowHeight);
    sheet.tag(list, 'LI', () => drawRow(sheet, row, context));
    sheet.y += rowHeight;
    drawRule(sheet, sheet.y - 2);
  }
  sheet.y += 8;
}

function drawRow(
  sheet: Sheet,
  { post, kind, mediaType, approx }: Row,
  { content, pictures, letters, columnWidth }: PostRowsContext & { columnWidth: number },
): void {
  const { left, y, width } = sheet;
  const account = content.accounts.find(({ accountId }) => accountId === post.accountId);
  drawPicture(sheet, pictures, post.thumbnailUrl, { x: left, y: y + 5, size: 36 });
  const words = { x: left + 46, width: width - 46 - 3 * columnWidth };
  const title = {
    ...words,
    y: y + 6,
    size: 8.8,
    style: 'strong',
    maxLines: 2,
    leading: 1.25,
    link: post.permalink,
  } as const;
  const caption = captionOrTime({ ...post, mediaType, timestamp: post.publishedAt }, content.timeZone).replaceAll(
    /\s+/g,
    ' ',
  );
  const used = sheet.text(caption, title) || sheet.text('Untitled Post', title);
  const meta = [
    ...(account && content.accounts.length > 1 ? [account.name] : []),
    kind,
    dayLabel(dayIn(content.timeZone, new Date(post.publishedAt))),
  ];
  const below = { ...words, y: y + 7 + used, size: 7.8, color: 'ink3', maxLines: 1, direction: 'ltr' } as const;
  sheet.text(meta.join(' · '), below);
  const figures = [
    ['Views', post.views],
    ['Reach', post.reach],
    ['Interactions', post.interactions],
  ] as const;
  figures.forEach(([name, value], index) => {
    const place = { x: left + width - (3 - index) * columnWidth, width: columnWidth, align: 'end' } as const;
    sheet.text(name, { ...place, y: y + 8, size: 7, color: 'ink3' });
    const text = value === null ? '—' : compactNumber(value);
    // One mark for all three, as on the screen.
    drawValue(sheet, { text, letters: index === 2 ? letters(approx) : '' }, { ...place, y: y + 18, size: 9.5 });
  });
}
