type Cell = string | number | boolean | Date | null | readonly string[] | undefined;

/** Rows as CSV (RFC 4180); the columns are those of the first row. Nothing at all when there is no row. */
export async function* toCsv(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let columns: string[] | undefined;
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

export function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = typeof cell === 'string' ? cell : cell.join(' ');
  // Spreadsheets take these for the start of a formula, the full-width ones too.
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
