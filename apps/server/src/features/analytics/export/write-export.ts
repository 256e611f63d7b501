import { Readable } from 'node:stream';
import type { CsvSeparator, ExportFormat } from '@tidemark/contract';
import { listRedefinitions } from '../../../metrics/redefinitions.ts';
import { toCsv } from '../../../platform/files/csv.ts';
import { toJson } from '../../../platform/files/json-tables.ts';
import type { Table } from '../../../platform/files/table.ts';
import { xlsxParts } from '../../../platform/files/xlsx.ts';
import { zip, type ZipEntry } from '../../../platform/files/zip.ts';
import type { ExportRequest } from './export-request.ts';
import { toLocalTables } from './local-times.ts';

export interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

/** Spreadsheets read CSV as UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff';

/** Writes an export file: several CSV sections become an archive with one file each. */
export function writeExport(
  format: ExportFormat,
  all: readonly Table[],
  { accounts, periods, zone, zoneName, spreadsheet }: ExportRequest,
  now: Date,
): ExportFile {
  const name = toFileName(all, accounts, periods.current);
  const tables = spreadsheet && format !== 'json' ? toLocalTables(all, { zone: zone ?? 'UTC', zoneName, format }) : all;
  if (format === 'xlsx') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { name: `${name}.xlsx`, type, content: zip(xlsxParts(tables), now) };
  }
  if (format === 'json') {
    const redefinitions = listRedefinitions({ ...periods.current, from: (periods.previous ?? periods.current).from });
    const head = {
      exportedAt: now.toISOString(),
      range: periods.current,
      comparison: periods.previous,
      accounts: accounts.map(({ accountId, username }) => ({ accountId, username })),
      ...(redefinitions.length > 0 && { redefinitions }),
    };
    return { name: `${name}.json`, type: 'application/json', content: Readable.from(toJson(head, tables)) };
  }
  const separator = spreadsheet?.separator ?? null;
  const [ending, type] = separator === 'tab' ? ['tsv', 'text/tab-separated-values'] : ['csv', 'text/csv'];
  const [only, ...others] = tables;
  if (only && others.length === 0)
    return {
      name: `${name}.${ending}`,
      type: `${type}; charset=utf-8`,
      content: Readable.from(toCsvFile(only, separator)),
    };
  async function* listEntries(): AsyncGenerator<ZipEntry> {
    for (const table of tables) yield { name: `${table.name}.${ending}`, content: toCsvFile(table, separator) };
  }
  return { name: `${name}.zip`, type: 'application/zip', content: zip(listEntries(), now) };
}

async function* toCsvFile({ columns, rows }: Table, spreadsheet: CsvSeparator | null): AsyncGenerator<string> {
  yield byteOrderMark;
  yield* toCsv(rows, { columns: columns.map((column) => column.name), spreadsheet });
}

/**
 * Returns a name such as `tidemark-maya-posts-2026-11-01-2026-11-07`. Usernames come from Instagram and must be safe in
 * headers.
 */
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
