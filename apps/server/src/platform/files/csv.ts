import type { CsvSeparator } from '@tidemark/contract';

type Cell = string | number | boolean | Date | null | readonly string[] | undefined;

const separators: Record<CsvSeparator, string> = { comma: ',', semicolon: ';', tab: '\t' };

interface CsvOptions {
  /** Defaults to the first row's columns; without rows there is no output. */
  columns?: readonly string[];
  /** Writes for a spreadsheet that separates cells like this. Programs get commas, and texts as they are. */
  spreadsheet?: CsvSeparator | null;
}

/** Writes rows as CSV (RFC 4180). */
export async function* toCsv(
  rows: AsyncIterable<object>,
  { columns: given, spreadsheet = null }: CsvOptions = {},
): AsyncGenerator<string> {
  const toLine = (cells: readonly Cell[]) =>
    `${cells.map((cell) => toCell(cell, spreadsheet)).join(separators[spreadsheet ?? 'comma'])}\r\n`;
  let columns = given;
  if (columns) yield toLine(columns);
  for await (const row of rows) {
    if (!columns) {
      columns = Object.keys(row);
      yield toLine(columns);
    }
    const cells = new Map<string, Cell>(Object.entries(row));
    yield toLine(columns.map((column) => cells.get(column)));
  }
}

/** Long digits: spreadsheets take them for a number, store 15 digits and show fewer. */
const longNumber = /^\d{12,}$/;

// Spreadsheets treat these characters, including full-width ones, as the start of a formula: at the start of a cell and
// after anything they may parse as its end, and some after spaces. Most European spreadsheets separate cells by
// semicolons.
const formula = String.raw`(?=[^\S\t\r\n]*[=+\-@\t\r\n＝＋－＠])`;
const formulaStart = new RegExp(`(^|[;\\t\\r\\n|])${formula}`, 'g');
const startOfText = new RegExp(`^${formula}`);

/** Returns true if spreadsheets may take a text for a formula. */
export function startsFormula(text: string): boolean {
  return startOfText.test(text);
}

export function toCell(cell: Cell, spreadsheet: CsvSeparator | null = null): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'boolean') return String(cell);
  // Spreadsheets that expect semicolons read 4.5 as 4 May.
  if (typeof cell === 'number') return spreadsheet === 'semicolon' ? String(cell).replace('.', ',') : String(cell);
  const text = typeof cell === 'string' ? cell : cell.join(' ');
  if (spreadsheet && longNumber.test(text)) return `"=""${text}"""`;
  const harmless = text.replaceAll(formulaStart, "$1'");
  const isQuoted = spreadsheet ? /[",;\t\r\n]/.test(harmless) : /[",\r\n]/.test(harmless);
  return isQuoted ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
