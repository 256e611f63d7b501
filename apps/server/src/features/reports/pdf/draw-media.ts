import type { ReportSection } from '@tidemark/contract';
import { formatLabel, plural, toHighlightFigure } from '@tidemark/presentation';
import { drawPostRows, type PostRowsContext } from './draw-post-rows.ts';
import { drawTiles } from './draw-tiles.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'media' }>;

/** Draws the totals for recent media, and the newest items. */
export function drawMedia(sheet: Sheet, parent: Element, section: Section, context: PostRowsContext): void {
  const { count, totals, media } = section;
  const note =
    count === 0
      ? 'No media available to display for the selected range.'
      : `Published or active in this range; totals of ${count} ${plural(count, 'medium', 'media')}, and the newest ${media.length}. Numbers cover this range only.`;
  sheet.block(parent, 'P', note, { size: 8.5, color: 'ink2', after: 6 });
  if (count === 0) return;
  drawTiles(sheet, parent, totals.map(toHighlightFigure), context.letters);
  sheet.y += 6;
  const rows = media.map((medium) => ({
    post: medium,
    kind: formatLabel(medium),
    mediaType: medium.mediaType,
    approx: medium.approx,
  }));
  // Leaves space for the marks.
  drawPostRows(sheet, parent, rows, { ...context, columnWidth: 66 });
}
