import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { AccountTable } from './distribute.ts';
import type { Tables } from './tables/tables.ts';

const rowsAtOnce = 5_000;

/**
 * Deletes rows that a condition holds for, in a batch small enough to disturb nobody. Returns how many went. Not for
 * tables that are spread by account: there the same place is one in every part.
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
