import type { ReportSection } from '@tidemark/contract';
import { toActivityCells, zoneLabel } from '@tidemark/presentation';
import { drawWeek } from './draw-week.ts';
import { drawColumns } from './layout.ts';
import type { Area, Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'activity' }>;

const gap = 22;
const weekHeight = 14 + 7 * 18;
const rowHeight = 13.5;
const lists = { hashtags: 'Hashtags', mentions: 'Mentions', collabs: 'Collaborations' } as const;

/** Draws when posts were published, their results, and the names in them. */
export function drawActivity(sheet: Sheet, parent: Element, section: Section, timeZone: string): void {
  const hasPosts = section.posts.some((count) => count > 0);
  const note = hasPosts
    ? `Posts by the time of publishing, and lifetime interactions with posts published then; times in ${zoneLabel(timeZone)}`
    : 'Nothing was published in this range.';
  sheet.block(parent, 'P', note, { size: 8.5, color: 'ink2', after: 8 });
  if (!hasPosts) return;
  sheet.ensureSpace(weekHeight + 16);
  drawColumns(sheet, ['posts', 'interactions'] as const, { columns: 2, gap }, (kind, area) => {
    drawTitle(sheet, parent, kind === 'posts' ? 'Posts' : 'Interactions', area);
    sheet.y += 16;
    drawWeek(sheet, parent, { cells: toActivityCells(section[kind], kind) }, area);
  });
  sheet.y += 8;
  drawNames(sheet, parent, section);
}

/** Draws the names with their share of all occurrences. */
function drawNames(sheet: Sheet, parent: Element, section: Section): void {
  const kinds = (['hashtags', 'mentions', 'collabs'] as const).filter((kind) => section[kind].length > 0);
  if (kinds.length === 0) return;
  const rows = Math.max(...kinds.map((kind) => section[kind].length));
  sheet.ensureSpace(17 + rows * rowHeight);
  drawColumns(sheet, kinds, { columns: 3, gap }, (kind, area) => {
    drawTitle(sheet, parent, lists[kind], area);
    sheet.y += 17;
    const list = sheet.group(parent, 'L');
    for (const { name, percent } of section[kind]) {
      const { y } = sheet;
      sheet.tag(list, 'LI', () => {
        sheet.text(name, { ...area, y, width: area.width - 34, size: 8, color: 'ink2', maxLines: 1 });
        sheet.text(`${Math.round(percent)}%`, { ...area, y, size: 8, style: 'strong', align: 'end' });
      });
      sheet.y += rowHeight;
    }
  });
  sheet.y += 4;
}

function drawTitle(sheet: Sheet, parent: Element, title: string, area: Area): void {
  sheet.tag(parent, 'H3', () => sheet.text(title, { ...area, y: sheet.y, size: 9, style: 'strong' }));
}
