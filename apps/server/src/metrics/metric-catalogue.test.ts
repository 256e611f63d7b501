import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/start-test-app.ts';
import { dayColumns } from './day-columns.ts';
import { deltaColumns, measuredColumns, postColumns } from './post-columns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function listStored(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and data_type in ('integer', 'bigint', 'real', 'double precision', 'numeric')
    order by name`.execute(app.db);
  return rows.map(({ name }) => name);
}

// A row without its column would fail each sync, a column without its row would stay empty.
it.each([
  ['account_day', dayColumns, []],
  ['media', postColumns, []],
  ['media_day', deltaColumns, []],
  ['media_measurement', measuredColumns, ['age_minutes']],
])('has a row for each metric that %s stores, and no other', async (table, columns, others) => {
  expect(await listStored(table)).toEqual([...columns, ...others].toSorted());
});
