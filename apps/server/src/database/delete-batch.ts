import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { AccountTable } from './distribute.ts';
import type { Tables } from './tables/tables.ts';

const rowsAtOnce = 5_000;

/**
 * Deletes matching rows in a batch small enough not to block others; returns their number. Not for distributed tables,
 * where each shard has its own row with the same physical location.
 */
export async function deleteBatch(
  db: Database,
  table: Exclude<keyof Tables, AccountTable>,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
    select ctid from ${sql.table(table)} where ${condition} limit ${rowsAtOnce}))`.execute(db);
  return Number(numAffectedRows ?? 0);
}
