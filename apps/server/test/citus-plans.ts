import { sql } from 'kysely';
import type { Database } from '../src/database/database.ts';

/** Sample values by parameter type, such that each statement names one account. */
const samples: Record<string, string> = {
  text: "'17'",
  'text[]': "'{17}'",
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

/**
 * Lets the database plan statements for one account, without running them. Returns why it refuses, by statement, or to
 * how many shards it would send what need only go to the account's.
 */
export async function listRefusals(
  db: Database,
  statements: readonly string[],
  { mayFanOut }: { mayFanOut(statement: string): boolean },
): Promise<Record<string, string>> {
  const refusals: Record<string, string> = {};
  await db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection);
    for (const statement of statements) {
      await run('begin');
      try {
        const tasks = await countTasks(connection, statement);
        if (tasks > 1 && !mayFanOut(statement)) refusals[statement] = `goes to ${tasks} shards`;
      } catch (error) {
        refusals[statement] = String(error);
      }
      await run('rollback');
      await run('deallocate all');
    }
  });
  return refusals;
}

/** Counts the tasks in a statement's widest part; Citus runs one per shard. */
async function countTasks(connection: Database, statement: string): Promise<number> {
  await sql.raw(`prepare tried as ${statement}`).execute(connection);
  const { rows } = await sql<{ types: string[] }>`
    select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`.execute(connection);
  const values = rows[0]?.types.map((type) => samples[type] ?? 'null') ?? [];
  const plan = await sql
    .raw(`explain execute tried ${values.length > 0 ? `(${values.join(', ')})` : ''}`)
    .execute(connection);
  const counts = [...JSON.stringify(plan.rows).matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
  return Math.max(0, ...counts);
}
