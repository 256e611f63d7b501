import type { ApproximationReason, ReportContent } from '@tidemark/contract';
import { fewAccounts, dayLabel, lightPalette, reasonLabels, reportSectionNames } from '@tidemark/presentation';
import type { Brand } from '../logo/queries.ts';
import { drawPicture, type Pictures } from './pictures.ts';
import { omission } from './printable-text.ts';
import { drawRule } from './draw-rule.ts';
import type { Source } from './list-sources.ts';
import { type Element, margin, type Sheet } from './sheet.ts';

const toSpan = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;

const logoBox = { width: 120, height: 50 };
const bandHeight = 8;

/** Draws the logo in the corner, as large as fits. */
function drawLogo({ doc, left, width, y, decorate }: Sheet, logo: Buffer): void {
  const { width: boxWidth, height } = logoBox;
  decorate(() => doc.image(logo, left + width - boxWidth, y, { fit: [boxWidth, height], align: 'right' }));
}

/** Draws a band along the upper edge of the first page. */
function drawBand({ doc, decorate }: Sheet, color: string): void {
  decorate(() => doc.rect(0, 0, doc.page.width, bandHeight).fill(color));
}

/** Draws the title, accounts, period and comparison. */
export function drawReportHead(
  sheet: Sheet,
  { title, period, previous, accounts }: ReportContent,
  { pictures, logo, color }: { pictures: Pictures } & Brand,
): void {
  const { left, root } = sheet;
  const { y: top, width: whole } = sheet;
  if (color) drawBand(sheet, color);
  if (logo) drawLogo(sheet, logo);
  const width = logo ? whole - logoBox.width - 24 : whole;
  const span = `${toSpan(period)}${previous ? ` · compared with ${toSpan(previous)}` : ''}`;
  sheet.block(root, 'P', span, { width, size: 9.5, color: 'ink2', after: 5 });
  const heading = { x: left, y: sheet.y, width, size: 25, style: 'display', leading: 1.15 } as const;
  sheet.tag(root, 'H1', () => (sheet.y += (sheet.text(title, heading) || sheet.text('Report', heading)) + 12));
  if (logo) sheet.y = Math.max(sheet.y, top + logoBox.height + 10);
  const list = sheet.group(root, 'L');
  let x = left;
  for (const { name, username, picture } of accounts) {
    const text = accounts.length > fewAccounts ? name : name === username ? `@${username}` : `${name}  @${username}`;
    const used = Math.min(sheet.measure(text, 'strong', 9), whole - 22);
    if (x > left && x + used + 22 > left + whole) {
      x = left;
      sheet.y += 22;
      sheet.ensureSpace(22);
    }
    sheet.tag(list, 'LI', () => {
      drawPicture(sheet, pictures, picture, { x, y: sheet.y - 3, size: 17, isRound: true, name });
      const place = { x: x + 22, y: sheet.y, width: used + 2 };
      sheet.text(text, { ...place, size: 9, style: 'strong', maxLines: 1, direction: 'ltr' });
    });
    x += used + 40;
  }
  sheet.y += 34;
}

/** Draws a section's name, and the number of the footnote with its sources; null for the only section. */
export function drawSectionName(
  sheet: Sheet,
  parent: Element,
  { kind }: ReportContent['sections'][number],
  number: number | null,
): void {
  const name = reportSectionNames[kind];
  const x = sheet.left + sheet.measure(name, 'display', 15) + 4;
  if (number !== null)
    sheet.decorate(() => sheet.text(String(number), { x, y: sheet.y, width: 20, size: 7, color: 'ink3' }));
  sheet.block(parent, 'H2', name, { size: 15, style: 'display', after: 6 });
}

/** Draws the author's comment on a section. */
export function drawComment(sheet: Sheet, parent: Element, { comment }: ReportContent['sections'][number]): void {
  if (comment === '') return;
  const { left, width } = sheet;
  const size = 9.5;
  const options = { width: width - 14, size, leading: 1.45 };
  for (const paragraph of comment.split(/\r\n?|\n/)) {
    const height = sheet.height(paragraph, options);
    sheet.ensureSpace(height);
    if (height === 0) sheet.y += size * 0.7;
    else {
      sheet.decorate(() =>
        sheet.doc
          .lineWidth(2)
          .moveTo(left + 1, sheet.y)
          .lineTo(left + 1, sheet.y + height - 2)
          .stroke(lightPalette.pri),
      );
      sheet.tag(parent, 'P', () => sheet.text(paragraph, { ...options, x: left + 12, y: sheet.y }));
      sheet.y += height;
    }
  }
  sheet.y += 10;
}

/** Returns the height of a foot with one note. */
export function toFootHeight(reasons: readonly ApproximationReason[], sources: readonly (readonly Source[])[]): number {
  return (
    (reasons.length > 0 ? 30 : 10) + 13 * (reasons.length + 1) + (sources.length > 0 ? 20 + 13 * sources.length : 0)
  );
}

/** Draws a key to the letters, and when the data was taken. */
export function drawReportFoot(
  sheet: Sheet,
  { createdAt, timeZone }: Pick<ReportContent, 'createdAt' | 'timeZone'>,
  { reasons, sources }: { reasons: readonly ApproximationReason[]; sources: readonly (readonly Source[])[] },
): void {
  const { left, width, root } = sheet;
  const notes = [
    `Data as of ${new Date(createdAt).toUTCString().slice(5, 22)} UTC. Posts are counted and dated in ${timeZone.replaceAll('_', ' ')}.`,
    ...(sheet.hasOmissions ? [`${omission} replaces characters that this document cannot show.`] : []),
  ];
  sheet.ensureSpace(toFootHeight(reasons, sources) + 13 * (notes.length - 1));
  drawRule(sheet);
  sheet.y += 10;
  if (reasons.length > 0) {
    sheet.block(root, 'H2', 'Approximate values', { size: 9.5, style: 'strong', after: 2 });
    const list = sheet.group(root, 'L');
    reasons.forEach((reason, index) =>
      sheet.tag(list, 'LI', () => {
        sheet.text(String.fromCodePoint(97 + index), {
          x: left,
          y: sheet.y,
          width: 12,
          size: 8,
          style: 'strong',
          color: 'amber-ink',
        });
        sheet.y +=
          sheet.text(reasonLabels[reason], { x: left + 14, y: sheet.y, width: width - 14, size: 8, color: 'ink2' }) +
          1.5;
      }),
    );
    sheet.y += 4;
  }
  if (sources.length > 0) drawSources(sheet, sources);
  for (const note of notes) sheet.block(root, 'P', note, { size: 8, color: 'ink2', after: 1.5 });
}

/** Draws a line of links for each section, to where its numbers come from. */
function drawSources(sheet: Sheet, sources: readonly (readonly Source[])[]): void {
  const { left, width, root } = sheet;
  const size = 8;
  sheet.block(root, 'H2', 'Where these numbers come from', { size: 9.5, style: 'strong', after: 2 });
  const list = sheet.group(root, 'L');
  sources.forEach((links, index) =>
    sheet.tag(list, 'LI', () => {
      // A page has one list for all its cards.
      const indent = sources.length > 1 ? 14 : 0;
      if (indent > 0) sheet.text(String(index + 1), { x: left, y: sheet.y, width: 12, size, color: 'ink3' });
      let x = left + indent;
      for (const { name, link } of links) {
        const used = sheet.measure(name, 'text', size);
        if (x > left + indent && x + used > left + width) {
          x = left + indent;
          sheet.y += 13;
        }
        sheet.text(name, { x, y: sheet.y, width: used + 2, size, color: 'ink2', link });
        x += used + 12;
      }
      sheet.y += 13;
    }),
  );
  sheet.y += 4;
}

/** Draws the title and the number at the bottom of each page. */
export function drawPageNumbers(sheet: Sheet, title: string): void {
  const { doc, left, width } = sheet;
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination' });
    const y = doc.page.height - margin.bottom + 20;
    sheet.text(title, { x: left, y, width: width - 90, size: 8, color: 'ink3', maxLines: 1 });
    sheet.text(`${page + 1} of ${count}`, { x: left + width - 80, y, width: 80, size: 8, color: 'ink3', align: 'end' });
    doc.endMarkedContent();
  }
}
