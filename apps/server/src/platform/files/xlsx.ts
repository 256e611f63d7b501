import { cutText, dayMillis } from '@tidemark/contract';
import { startsFormula } from './csv.ts';
import type { Column, Table, Value } from './table.ts';
import type { ZipEntry } from './zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into the style sheet's `cellXfs`. */
const styleIds = { number: 0, header: 1, literal: 2, day: 3, instant: 4 };
const maxCellLength = 32_767;

/** Yields a workbook's parts with one sheet per table, for a ZIP archive; writes each row as it is read. */
export async function* xlsxParts(tables: readonly Table[]): AsyncGenerator<ZipEntry> {
  const sheets = tables.map((table, index) => ({ ...table, id: index + 1 }));
  yield part('[Content_Types].xml', [
    `<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>`,
    ...sheets.map(
      ({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${types}.worksheet+xml"/>`,
    ),
    '</Types>',
  ]);
  yield part('_rels/.rels', [
    `<Relationships xmlns="${packages}/relationships">`,
    `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ]);
  yield part('xl/workbook.xml', [
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>`,
    ...sheets.map(({ id, title }) => `<sheet name="${toXml(title)}" sheetId="${id}" r:id="rId${id}"/>`),
    '</sheets></workbook>',
  ]);
  yield part('xl/_rels/workbook.xml.rels', [
    `<Relationships xmlns="${packages}/relationships">`,
    ...sheets.map(
      ({ id }) => `<Relationship Id="rId${id}" Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
    ),
    `<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ]);
  yield part('xl/styles.xml', [
    `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>`,
    '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>',
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
    '</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">',
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>',
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
    '</cellXfs></styleSheet>',
  ]);
  for (const { id, columns, rows } of sheets)
    yield { name: `xl/worksheets/sheet${id}.xml`, content: toSheet(columns, rows) };
}

function part(name: string, lines: readonly string[]): ZipEntry {
  return { name, content: [declaration, ...lines] };
}

async function* toSheet(columns: readonly Column[], rows: Table['rows']): AsyncGenerator<string> {
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>';
  for (const [index, { name }] of columns.entries())
    yield `<col min="${index + 1}" max="${index + 1}" width="${Math.max(12, name.length + 3)}" customWidth="1"/>`;
  yield '</cols><sheetData>';
  let line = 1;
  const places = columns.map((_, index) => toLetters(index));
  yield `<row r="1">${columns.map(({ name }, at) => textCell(`${places[at]}1`, name, styleIds.header)).join('')}</row>`;
  for await (const row of rows) {
    line += 1;
    const cells = columns.map(({ name, kind }, at) => toCell(`${places[at]}${line}`, row[name] ?? null, kind));
    yield `<row r="${line}">${cells.join('')}</row>`;
  }
  yield '</sheetData></worksheet>';
}

function toCell(place: string, value: Value, kind: Column['kind']): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${place}"><v>${value}</v></c>` : '';
  if (kind) return `<c r="${place}" s="${styleIds[kind]}"><v>${toSerial(value)}</v></c>`;
  // A text is never calculated, but would be once somebody edits its cell: the style marks it as text for good.
  return textCell(place, value, startsFormula(value) ? styleIds.literal : styleIds.number);
}

function textCell(place: string, text: string, style: number): string {
  const styled = style === styleIds.number ? '' : ` s="${style}"`;
  return `<c r="${place}" t="inlineStr"${styled}><is><t xml:space="preserve">${toXml(cutText(text, { maxUnits: maxCellLength }))}</t></is></c>`;
}

/** Converts an instant to a spreadsheet date: days since the end of 1899, which they take for a leap year's. */
function toSerial(instant: string): number {
  return Date.parse(instant) / dayMillis + 25_569;
}

/** Returns A, B, …, Z, AA, … */
function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML cannot contain these at all.
const forbidden = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

/** Spreadsheets decode `_x000D_` in a text, so that one that contains this by itself must be encoded. */
function toXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(forbidden, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
