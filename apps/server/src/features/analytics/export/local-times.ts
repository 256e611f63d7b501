import { wallClockIn } from '../../../platform/clock.ts';
import { readOnce, type Table, type Value } from '../../../platform/files/table.ts';

interface LocalTimeOptions {
  zone: string;
  zoneName: string;
  format: 'csv' | 'xlsx';
}

/** Converts instants to local time and adds the zone to their column names. */
export function toLocalTables(tables: readonly Table[], { zone, zoneName, format }: LocalTimeOptions): Table[] {
  const toName = (name: string) => `${name} (${zoneName})`;
  const toTime = (value: Value | undefined) => {
    if (typeof value !== 'string') return value ?? null;
    const time = wallClockIn(zone, new Date(value));
    // XLSX cells have no zone: they show their value as UTC.
    return format === 'xlsx' ? `${time}Z` : time.replace('T', ' ');
  };
  return tables.map(({ columns, rows, ...table }) => {
    const instants = columns.flatMap(({ kind, name }) => (kind === 'instant' ? [name] : []));
    return {
      ...table,
      columns: columns.map((column) => (column.kind === 'instant' ? { ...column, name: toName(column.name) } : column)),
      rows: readOnce(async function* () {
        for await (const row of rows)
          yield { ...row, ...Object.fromEntries(instants.map((name) => [toName(name), toTime(row[name])])) };
      }),
    };
  });
}
