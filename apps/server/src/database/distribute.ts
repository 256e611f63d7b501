import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Tables in which each row belongs to one account. Citus distributes them by account_id and co-locates them, so that
 * one node handles an account. All others are small or belong to users, and stay on the coordinator.
 */
export const accountTables = [
  'account',
  'sync_state',
  'account_day',
  'account_window',
  'window_request',
  'media',
  'media_day',
  'media_measurement',
  'media_thumbnail',
  'demographics',
  'online_followers',
  'sync_gap',
  'sync_answer',
  'api_call_hour',
  'thumbnail_queue',
] as const satisfies readonly (keyof Tables)[];

export type AccountTable = (typeof accountTables)[number];

const [first] = accountTables;

/** Returns true if the operator has installed Citus in this database: `create extension citus`. */
export async function hasCitus(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Distributes the tables that are still local, with their rows; returns their names. */
export async function distribute(db: Database): Promise<AccountTable[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid::oid`.execute(db);
  const distribution = new Set(rows.map(({ name }) => name));
  const missing = accountTables.filter((table) => !distribution.has(table));
  await db.transaction().execute(async (transaction) => {
    for (const table of missing)
      await sql`select create_distributed_table(${table}::regclass, 'account_id',
        colocate_with => ${table === first ? 'none' : first})`.execute(transaction);
  });
  // The local rows have been copied to the nodes and are hidden, so they are removed.
  for (const table of missing)
    await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`.execute(db);
  return missing;
}
