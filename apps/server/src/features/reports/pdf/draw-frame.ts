import type { ApproximationReason, ReportContent, ReportSectionKind } from '@tidemark/contract';
import { dayLabel, lightPalette, reasonLabels, reportSectionNames } from '@tidemark/presentation';
import { drawPicture, type Pictures } from './pictures.ts';
import { omission } from './printable-text.ts';
import { drawRule } from './draw-rule.ts';
import { type Element, margin, type Sheet } from './sheet.ts';

const toSpan = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;

const logoBox = { width: 120, height: 50 };

/** Draws the logo in the corner, as large as fits. */
function drawLogo({ doc, left, width, y, decorate }: Sheet, logo: Buffer): void {
  const { width: boxWidth, height } = logoBox;
  decorate(() => doc.image(logo, left + width - boxWidth, y, { fit: [boxWidth, height], align: 'right' }));
}

/** Draws the title, accounts, period and comparison. */
export function drawReportHead(
  sheet: Sheet,
  { title, period, previous, accounts }: ReportContent,
  { pictures, logo }: { pictures: Pictures; logo: Buffer | null },
): void {
  const { left, root } = sheet;
  const { y: top, width: whole } = sheet;
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
    const text = name === username ? `@${username}` : `${name}  @${username}`;
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

/** Heights that must fit below a section's name on its page. */
const firstHeights: Record<ReportSectionKind, number> = {
  metrics: 102,
  days: 200,
  breakdowns: 302,
  accounts: 54,
  posts: 76,
  media: 130,
  activity: 175,
  demographics: 160,
};

/** Draws a section's name and comment. */
export function drawSectionHead(
  sheet: Sheet,
  parent: Element,
  { kind, comment }: ReportContent['sections'][number],
): void {
  const { left, width } = sheet;
  const size = 9.5;
  const options = { width: width - 14, size, leading: 1.45 };
  // The name stays with the first values, unless the comment between them fills a page.
  sheet.ensureSpace(Math.min(700, firstHeights[kind] + 32 + sheet.height(comment, options)));
  sheet.block(parent, 'H2', reportSectionNames[kind], { size: 15, style: 'display', after: 6 });
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
  sheet.y += comment === '' ? 0 : 10;
}

/** Draws a key to the letters, and when the data was taken. */
export function drawReportFoot(
  sheet: Sheet,
  { createdAt, timeZone }: Pick<ReportContent, 'createdAt' | 'timeZone'>,
  reasons: readonly ApproximationReason[],
): void {
  const { left, width, root } = sheet;
  const notes = [
    `Data as of ${new Date(createdAt).toUTCString().slice(5, 22)} UTC. Posts are counted and dated in ${timeZone.replaceAll('_', ' ')}.`,
    ...(sheet.hasOmissions ? [`${omission} replaces characters that this document cannot show.`] : []),
  ];
  sheet.ensureSpace((reasons.length > 0 ? 30 : 10) + 13 * (reasons.length + notes.length));
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
  for (const note of notes) sheet.block(root, 'P', note, { size: 8, color: 'ink2', after: 1.5 });
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
