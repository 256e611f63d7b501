import type { ReportSection } from '@tidemark/contract';
import { drawPostRows, type PostRowsContext, rowHeight } from './draw-post-rows.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'posts' }>;

const formats = { POST: 'Post', REEL: 'Reel', CAROUSEL: 'Carousel', STORY: 'Story' } as const;

/** Draws the posts with their pictures and lifetime totals. */
export function drawPosts(sheet: Sheet, parent: Element, { posts }: Section, context: PostRowsContext): void {
  sheet.ensureSpace(rowHeight + 16);
  const note = posts.length === 0 ? 'Nothing was published in this range.' : 'Lifetime totals as of the last sync';
  sheet.block(parent, 'P', note, { size: 8.5, color: 'ink2', after: 5 });
  const rows = posts.map((post) => ({ post, kind: formats[post.format], approx: null }));
  drawPostRows(sheet, parent, rows, { ...context, columnWidth: 62 });
}
