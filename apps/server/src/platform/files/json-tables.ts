import type { Table } from './table.ts';

/** Writes the head's properties, and each table's rows as objects, row by row. */
export async function* toJson(head: object, tables: readonly Table[]): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"sections":{`;
  for (const [index, { name, columns, rows }] of tables.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const row of rows) {
      yield separator + JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, row[column.name]])));
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}}\n';
}
