import type { ReportSection } from '@tidemark/contract';
import { toActivityCells, zoneLabel } from '@tidemark/presentation';
import { drawWeek } from './draw-week.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'activity' }>;

const gap = 22;
const weekHeight = 14 + 7 * 18;
const rowHeight = 13.5;
const lists = { hashtags: 'Hashtags', mentions: 'Mentions', collabs: 'Collaborations' } as const;

/** Draws when posts were published, their results, and the names in them. */
export function drawActivity(sheet: Sheet, parent: Element, section: Section, timeZone: string): void {
  const { left, width } = sheet;
  const hasPosts = section.posts.some((count) => count > 0);
  const note = hasPosts
    ? `Posts by the time of publishing, and lifetime interactions with posts published then; times in ${zoneLabel(timeZone)}`
    : 'Nothing was published in this range.';
  const draw = () => (sheet.y += sheet.text(note, { x: left, y: sheet.y, width, size: 8.5, color: 'ink2' }) + 8);
  sheet.tag(parent, 'P', draw);
  if (!hasPosts) return;
  sheet.ensureSpace(weekHeight + 16);
  const half = (width - gap) / 2;
  const top = sheet.y;
  (['posts', 'interactions'] as const).forEach((kind, place) => {
    const x = left + place * (half + gap);
    const title = kind === 'posts' ? 'Posts' : 'Interactions';
    sheet.y = top;
    sheet.tag(parent, 'H3', () => sheet.text(title, { x, y: top, width: half, size: 9, style: 'strong' }));
    sheet.y += 16;
    drawWeek(sheet, parent, { cells: toActivityCells(section[kind], kind) }, { left: x, width: half });
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
  const width = (sheet.width - 2 * gap) / 3;
  const top = sheet.y;
  kinds.forEach((kind, place) => {
    const x = sheet.left + place * (width + gap);
    sheet.tag(parent, 'H3', () => sheet.text(lists[kind], { x, y: top, width, size: 9, style: 'strong' }));
    const list = sheet.group(parent, 'L');
    section[kind].forEach(({ name, percent }, index) => {
      const y = top + 17 + index * rowHeight;
      sheet.tag(list, 'LI', () => {
        sheet.text(name, { x, y, width: width - 34, size: 8, color: 'ink2', maxLines: 1 });
        const text = `${Math.round(percent)}%`;
        sheet.text(text, { x: x + width - 30, y, width: 30, size: 8, style: 'strong', align: 'end' });
      });
    });
  });
  sheet.y = top + 17 + rows * rowHeight + 4;
}
