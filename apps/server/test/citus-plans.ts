import { sql } from 'kysely';
import type { Database } from '../src/database/database.ts';

/** A value of each parameter type, such that each statement names two accounts. */
const samples: Record<string, string> = {
  text: "'17'",
  'text[]': "'{17,18}'",
  boolean: 'true',
  'boolean[]': "'{true}'",
  smallint: '1',
  integer: '1',
  bigint: '1',
  'double precision': '1',
  numeric: '1',
  'smallint[]': "'{1}'",
  'integer[]': "'{1}'",
  'bigint[]': "'{1}'",
  'double precision[]': "'{1}'",
  date: "'2026-01-01'",
  'date[]': "'{2026-01-01}'",
  'timestamp with time zone': "'2026-01-01'",
  'timestamp with time zone[]': "'{2026-01-01}'",
  jsonb: "'{}'",
  'jsonb[]': "'{}'",
  uuid: "'00000000-0000-0000-0000-000000000000'",
  bytea: "''",
};

/** Lets the database plan statements, without running them. Returns why it refuses, by statement. */
export async function listRefusals(db: Database, statements: readonly string[]): Promise<Record<string, string>> {
  const refusals: Record<string, string> = {};
  await db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection);
    for (const statement of statements) {
      await run('begin');
      await plan(connection, statement).catch((error: unknown) => (refusals[statement] = String(error)));
      await run('rollback');
      await run('deallocate all');
    }
  });
  return refusals;
}

async function plan(connection: Database, statement: string): Promise<void> {
  await sql.raw(`prepare tried as ${statement}`).execute(connection);
  const { rows } = await sql<{ types: string[] }>`
    select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`.execute(connection);
  const values = rows[0]?.types.map((type) => samples[type] ?? 'null') ?? [];
  await sql.raw(`explain execute tried ${values.length > 0 ? `(${values.join(', ')})` : ''}`).execute(connection);
}
