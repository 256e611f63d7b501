import { Readable } from 'node:stream';
import type { ExportFormat } from '@tidemark/contract';
import { toCsv } from '../../../platform/files/csv.ts';
import { toJson } from '../../../platform/files/json-tables.ts';
import type { Table } from '../../../platform/files/table.ts';
import { xlsxParts } from '../../../platform/files/xlsx.ts';
import { zip, type ZipEntry } from '../../../platform/files/zip.ts';
import type { ExportRequest } from './export-request.ts';

export interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

/** Spreadsheets take CSV for UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff';

/** The file of an export: several sections as CSV become an archive with one file each. */
export function writeExport(
  format: ExportFormat,
  tables: readonly Table[],
  { accounts, periods }: ExportRequest,
  now: Date,
): ExportFile {
  const name = toFileName(tables, accounts, periods.current);
  if (format === 'xlsx') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { name: `${name}.xlsx`, type, content: zip(xlsxParts(tables), now) };
  }
  if (format === 'json') {
    const head = {
      exportedAt: now.toISOString(),
      range: periods.current,
      comparison: periods.previous,
      accounts: accounts.map(({ accountId, username }) => ({ accountId, username })),
    };
    return { name: `${name}.json`, type: 'application/json', content: Readable.from(toJson(head, tables)) };
  }
  const [only, ...others] = tables;
  if (only && others.length === 0)
    return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content: Readable.from(toCsvFile(only)) };
  return { name: `${name}.zip`, type: 'application/zip', content: zip(toEntries(tables), now) };
}

async function* toEntries(tables: readonly Table[]): AsyncGenerator<ZipEntry> {
  for (const table of tables) yield { name: `${table.name}.csv`, content: toCsvFile(table) };
}

async function* toCsvFile({ columns, rows }: Table): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* toCsv(
    rows,
    columns.map((column) => column.name),
  );
}

/** Such as `tidemark-maya-posts-2026-11-01-2026-11-07`. Usernames come from Instagram and must be safe in headers. */
function toFileName(
  tables: readonly Table[],
  accounts: ExportRequest['accounts'],
  { from, to }: ExportRequest['periods']['current'],
): string {
  const [first, ...others] = accounts;
  const who = first && others.length === 0 ? first.username.replaceAll(/[^\w.-]/g, '_') : `${accounts.length}-accounts`;
  const [table, ...more] = tables;
  const what = table && more.length === 0 ? table.name : 'figures';
  return `tidemark-${who}-${what}-${from}-${to}`;
}
