import type { ComparedMetric, ReportContent, ReportSection } from '@tidemark/contract';
import { findCompared, listComparedMetrics, metricLabels, reportLook, writeNumber } from '@tidemark/presentation';
import { drawValue, type Letters, drawChange } from './marks.ts';
import { drawPicture, type Pictures } from './pictures.ts';
import { drawRule } from './draw-rule.ts';
import { type Element, type Sheet, toColor } from './sheet.ts';

type Section = Extract<ReportSection, { kind: 'accounts' }>;

const rowHeight = 38;
const headHeight = 24;
const nameWidth = 107;

interface Context {
  content: ReportContent;
  letters: Letters;
  pictures: Pictures;
}

/** Draws a table with a row for each account and a column for each metric. */
export function drawAccounts(sheet: Sheet, parent: Element, { accounts }: Section, context: Context): void {
  const table = sheet.group(parent, 'Table');
  const metrics = listComparedMetrics(context.content);
  sheet.ensureSpace(headHeight + rowHeight);
  drawHead(sheet, table, metrics);
  const found = new Map(accounts.map((account) => [account.accountId, account]));
  context.content.accounts.forEach((account, index) => {
    const before = sheet.y;
    sheet.ensureSpace(rowHeight);
    if (sheet.y < before) drawHead(sheet, table, metrics);
    const row = sheet.group(table, 'TR');
    sheet.tag(row, 'TH', () => {
      const picture = { x: sheet.left, y: sheet.y + 10, size: 17 };
      drawPicture(sheet, context.pictures, account.picture, {
        ...picture,
        isRound: true,
        name: account.name,
        color: toColor(reportLook(index).color),
      });
      sheet.text(account.name, {
        x: sheet.left + 23,
        y: sheet.y + 13,
        width: nameWidth - 27,
        size: 8,
        style: 'strong',
        maxLines: 1,
      });
    });
    const compared = found.get(account.accountId);
    metrics.forEach((metric, column) =>
      sheet.tag(row, 'TD', () => {
        const place = { ...toColumn(sheet, column, metrics.length), y: sheet.y + 6 };
        const value = findCompared(compared, metric);
        if (!value) return void sheet.text('no data', { ...place, size: 7.5, color: 'ink3', align: 'end' });
        const text = writeNumber(value.current, value.approx, metricLabels[metric].format);
        drawValue(sheet, { ...text, letters: context.letters(value.approx) }, { ...place, size: 8, align: 'end' });
        drawChange(sheet, value, { ...place, y: sheet.y + 23, size: 6.5 });
      }),
    );
    sheet.y += rowHeight;
    drawRule(sheet);
  });
  sheet.y += 10;
}

function toColumn(sheet: Sheet, column: number, count: number): { x: number; width: number } {
  const width = (sheet.width - nameWidth) / count;
  return { x: sheet.left + nameWidth + column * width + 3, width: width - 3 };
}

function drawHead(sheet: Sheet, table: Element, metrics: readonly ComparedMetric[]): void {
  const row = sheet.group(table, 'TR');
  const text = { y: sheet.y, size: 7, style: 'strong', color: 'ink3' } as const;
  sheet.tag(row, 'TH', () => sheet.text('Account', { ...text, x: sheet.left, width: nameWidth, y: sheet.y + 9 }));
  metrics.forEach((metric, column) =>
    sheet.tag(row, 'TH', () =>
      sheet.text(metricLabels[metric].title, {
        ...text,
        ...toColumn(sheet, column, metrics.length),
        align: 'end',
        maxLines: 2,
      }),
    ),
  );
  sheet.y += headHeight;
  drawRule(sheet);
}
