import type { ReportContent, ReportPost, ReportSection } from '@tidemark/contract';
import { compactNumber, dayLabel, shortCaption } from '@tidemark/figures';
import { dayIn } from '../../../platform/clock.ts';
import { drawPicture, type Pictures } from './pictures.ts';
import { drawRule } from './draw-rule.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'posts' }>;

const rowHeight = 50;
const formats = { POST: 'Post', REEL: 'Reel', CAROUSEL: 'Carousel', STORY: 'Story' } as const;

/** The posts with their pictures and lifetime totals. */
export function drawPosts(
  sheet: Sheet,
  parent: Element,
  { posts }: Section,
  context: { content: ReportContent; pictures: Pictures },
): void {
  const { left, width } = sheet;
  sheet.room(rowHeight + 16);
  const note =
    posts.length === 0 ? 'Nothing was published in this range.' : 'Totals since publishing, at the last sync';
  sheet.tag(
    parent,
    'P',
    () => (sheet.y += sheet.text(note, { x: left, y: sheet.y, width, size: 8.5, color: 'ink2' }) + 5),
  );
  const list = sheet.group(parent, 'L');
  for (const post of posts) {
    sheet.room(rowHeight);
    sheet.tag(list, 'LI', () => drawPost(sheet, post, context));
    sheet.y += rowHeight;
    drawRule(sheet, sheet.y - 2);
  }
  sheet.y += 8;
}

function drawPost(
  sheet: Sheet,
  post: ReportPost,
  { content, pictures }: { content: ReportContent; pictures: Pictures },
): void {
  const { left, y, width } = sheet;
  const account = content.accounts.find(({ accountId }) => accountId === post.accountId);
  drawPicture(sheet, pictures, post.thumbnailUrl, { x: left, y: y + 5, size: 36 });
  const words = width - 46 - 3 * 62;
  const title = {
    x: left + 46,
    y: y + 6,
    width: words,
    size: 8.8,
    style: 'strong',
    maxLines: 2,
    leading: 1.25,
    link: post.permalink,
  } as const;
  const used =
    sheet.text(shortCaption(post.caption.replaceAll(/\s+/g, ' ')), title) || sheet.text('Untitled Post', title);
  const meta = [
    ...(account && content.accounts.length > 1 ? [account.name] : []),
    formats[post.format],
    dayLabel(dayIn(content.timeZone, new Date(post.publishedAt))),
  ];
  sheet.text(meta.join(' · '), { x: left + 46, y: y + 7 + used, width: words, size: 7.8, color: 'ink3', maxLines: 1 });
  const figures = [
    ['Views', post.views],
    ['Reach', post.reach],
    ['Interactions', post.interactions],
  ] as const;
  figures.forEach(([name, value], index) => {
    const place = { x: left + width - (3 - index) * 62, width: 62, align: 'end' } as const;
    sheet.text(name, { ...place, y: y + 8, size: 7, color: 'ink3' });
    sheet.text(value === null ? '–' : compactNumber(value), { ...place, y: y + 18, size: 9.5, style: 'strong' });
  });
}
