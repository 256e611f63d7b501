type Cell = string | number | boolean | Date | null | readonly string[] | undefined;

/** Rows as CSV (RFC 4180). Without given columns, with those of the first row, and no output without rows. */
export async function* toCsv(rows: AsyncIterable<object>, given?: readonly string[]): AsyncGenerator<string> {
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

function toLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

// Spreadsheets treat these characters, including full-width ones, as the start of a formula: at the start of a cell and
// after anything they may parse as its end, and some after spaces. Most of Europe separates cells by semicolons.
const formula = String.raw`(?=[^\S\t\r\n]*[=+\-@\t\r\n＝＋－＠])`;
const formulaStart = new RegExp(`(^|[;\\t\\r\\n|])${formula}`, 'g');
const startOfText = new RegExp(`^${formula}`);

/** Whether spreadsheets may take a text for a formula. */
export function startsFormula(text: string): boolean {
  return startOfText.test(text);
}

export function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = typeof cell === 'string' ? cell : cell.join(' ');
  const harmless = text.replaceAll(formulaStart, "$1'");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
