import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Tables whose rows each belong to one account. On Citus they are spread by account_id and stand together, so that what
 * concerns one account is one node's work. All others are small or hang on users, and stay on the coordinator.
 */
export const accountTables = [
  'account',
  'sync_state',
  'account_day',
  'account_window',
  'media',
  'media_day',
  'media_thumbnail',
  'demographics',
  'online_followers',
  'sync_gap',
  'api_call_hour',
  'thumbnail_turn',
] as const satisfies readonly (keyof Tables)[];

export type AccountTable = (typeof accountTables)[number];

const [first] = accountTables;

/** True where the operator has put Citus into this database: `create extension citus`. */
export async function hasCitus(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Spreads the tables that are not spread yet, with what is in them; returns their names. */
export async function distribute(db: Database): Promise<AccountTable[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid::oid`.execute(db);
  const spread = new Set(rows.map(({ name }) => name));
  const missing = accountTables.filter((table) => !spread.has(table));
  await db.transaction().execute(async (transaction) => {
    for (const table of missing)
      await sql`select create_distributed_table(${table}::regclass, 'account_id',
        colocate_with => ${table === first ? 'none' : first})`.execute(transaction);
  });
  // What stood in them before is on its nodes now, and nobody sees it here any more.
  for (const table of missing)
    await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(db);
  return missing;
}
