import type { ReportContent, ReportSection } from '@tidemark/contract';
import { headlineText, type MarkedText, toReportSummary } from '@tidemark/presentation';
import { drawCards } from './layout.ts';
import { drawChange, drawMark, drawValue, type Letters } from './marks.ts';
import type { Element, Sheet } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'summary' }>;

interface Context {
  content: ReportContent;
  letters: Letters;
}

const cards = { columns: 3, gap: 10, height: 70, inset: 12 };

/** Draws the sentence that sums up the range. */
export function drawSummarySentence(sheet: Sheet, parent: Element, section: Section, context: Context): void {
  const { headline } = toReportSummary(section, context.content);
  drawSentence(
    sheet,
    parent,
    { text: headlineText(headline), approx: headline.approx },
    { size: 15, style: 'display', context },
  );
  sheet.y += 6;
}

/** Draws three numbers, and up to three results in words. */
export function drawSummary(sheet: Sheet, parent: Element, section: Section, context: Context): void {
  const { figures, sentences } = toReportSummary(section, context.content);
  drawCards(sheet, figures, cards, ({ label, text, range, card }, { x, width }) =>
    sheet.tag(parent, 'P', () => {
      sheet.text(label, { x, y: sheet.y + 9, width, size: 9, color: 'ink2', maxLines: 1 });
      const value = { text, range, letters: context.letters(card.approx) };
      drawValue(sheet, value, { x, y: sheet.y + 23, width: width - 50, size: 26, style: 'display' });
      drawChange(sheet, card, { x: x + width - 50, y: sheet.y + 34, width: 50, size: 10 });
    }),
  );
  if (figures.length > 0) sheet.y += 10;
  const list = sentences.length > 0 ? sheet.group(parent, 'L') : parent;
  for (const sentence of sentences) drawSentence(sheet, list, sentence, { size: 9.5, type: 'LI', context });
  sheet.y += 2;
}

interface SentenceOptions {
  size: number;
  style?: 'text' | 'display';
  type?: 'P' | 'LI';
  context: Context;
}

function drawSentence(
  sheet: Sheet,
  parent: Element,
  { text, approx = null }: MarkedText,
  { size, style = 'text', type = 'P', context: { letters } }: SentenceOptions,
): void {
  const isItem = type === 'LI';
  const [x, width] = [sheet.left + (isItem ? 11 : 0), sheet.width - 24];
  const options = { size, leading: 1.35, style };
  sheet.ensureSpace(sheet.height(text, { ...options, width }));
  sheet.tag(parent, type, () => {
    if (isItem) sheet.text('•', { x: sheet.left, y: sheet.y, width: 10, size, color: 'ink3' });
    const height = sheet.text(text, { ...options, x, y: sheet.y, width, direction: 'ltr' });
    drawMark(sheet, letters(approx), { text, x, y: sheet.y, width, size, style });
    sheet.y += height + 2;
  });
}
