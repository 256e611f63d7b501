import type { ReportPost, ReportSection } from '@tidemark/contract';
import { dayLabel, postFormatNames, postName, timesText, topPostsNote, topPostTotals } from '@tidemark/presentation';
import { dayIn } from '../../../platform/clock.ts';
import type { PostRowsContext } from './draw-post-rows.ts';
import { drawColumns } from './layout.ts';
import { drawPicture } from './pictures.ts';
import type { Area, Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'posts' }>;

const columns = 3;
const gap = 16;
const wordsHeight = 62;
/** Smaller pictures have their words beside them. */
const minScaleAbove = 0.54;
const besideGap = 8;

/** Draws the posts as pictures, three in a row, with their lifetime totals. */
export function drawPosts(
  sheet: Sheet,
  parent: Element,
  section: Section,
  context: PostRowsContext & { scale: number },
): void {
  const { posts } = section;
  sheet.block(parent, 'P', topPostsNote(section, context.content.metrics), { size: 8.5, color: 'ink2', after: 7 });
  const width = ((sheet.width - (columns - 1) * gap) / columns) * context.scale;
  const picture = { width, height: width * 1.25 };
  const isBeside = context.scale < minScaleAbove;
  const list = sheet.group(parent, 'L');
  for (let first = 0; first < posts.length; first += columns) {
    const height = picture.height + (isBeside ? 12 : wordsHeight);
    sheet.ensureSpace(height);
    drawColumns(sheet, posts.slice(first, first + columns), { columns, gap }, (post, area) => {
      sheet.tag(list, 'LI', () => drawTile(sheet, post, { ...context, area, picture, isBeside }));
      sheet.y += height;
    });
  }
  sheet.y += 2;
}

interface TileContext extends PostRowsContext {
  area: Area;
  picture: { width: number; height: number };
  isBeside: boolean;
}

function drawTile(sheet: Sheet, post: ReportPost, { content, pictures, area, picture, isBeside }: TileContext): void {
  const { timesUsual = null } = post;
  const { first: count, others } = topPostTotals(post, content.metrics);
  const { height, width: size } = picture;
  const format = postFormatNames[post.format];
  drawPicture(sheet, pictures, post.thumbnailUrl, { x: area.x, y: sheet.y, size, height, name: format });
  const indent = isBeside ? size + besideGap : 0;
  const [x, width] = [area.x + indent, area.width - indent];
  let y = sheet.y + (isBeside ? 1 : height + 6);
  const full = 10.5;
  const countSize = Math.min(full, (full * width) / sheet.measure(count, 'strong', full));
  sheet.text(count, { x, y, width: width + 1, size: countSize, style: 'strong', maxLines: 1 });
  if (timesUsual !== null) {
    const used = isBeside ? 0 : sheet.measure(count, 'strong', full) + 7;
    if (isBeside) y += 11;
    const color = timesUsual >= 1 ? 'up' : 'ink2';
    const times = { x: x + used, y: y + 2, width: width - used, size: 8.2, color, maxLines: 1 } as const;
    sheet.text(`${timesText(timesUsual)} median`, times);
  }
  y += 15;
  const maxLines = isBeside ? 2 : 1;
  const title = { x, y, width, size: 8.4, style: 'strong', maxLines, link: post.permalink } as const;
  const caption = postName(post, content.timeZone, 100);
  y += (sheet.text(caption.replaceAll(/\s+/g, ' '), title) || sheet.text('Untitled Post', title)) + 1.5;
  const account = content.accounts.find(({ accountId }) => accountId === post.accountId);
  const names = account && content.accounts.length > 1 ? [account.name] : [];
  const dated = `${format} · ${dayLabel(dayIn(content.timeZone, new Date(post.publishedAt)))}`;
  const small = { size: 7.6, color: 'ink3', maxLines: 1, direction: 'ltr' } as const;
  if (isBeside) {
    for (const line of [...names, dated, ...others]) {
      sheet.text(line, { ...small, x, y, width });
      y += 10;
    }
    return;
  }
  sheet.text([...names, dated].join(' · '), { ...small, x, y, width });
  sheet.text(others.join(' · '), { ...small, x, y: y + 11, width });
}
