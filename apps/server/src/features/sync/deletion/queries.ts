import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';

const rowsAtOnce = 5_000;
// Each has up to two years' daily rows, so that a batch has no more rows than for other tables.
const mediaAtOnce = 7;

/** Tables with rows that can be deleted in any order. `media` and dependent tables are handled below. */
const independent = [
  'account_day',
  'account_window',
  'demographics',
  'online_followers',
  'sync_gap',
  'sync_answer',
  'api_call_hour',
  'thumbnail_queue',
] as const;

/** Deletes the sync state, which goes first: if the account is linked again, it starts with a first sync. */
export async function deleteSyncState(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('sync_state').where('account_id', '=', accountId).execute();
}

/** Lists the next media to delete, and their picture files. */
export async function listMediaToDelete(transaction: Transaction, accountId: string) {
  return transaction
    .selectFrom('media')
    .leftJoin('media_thumbnail', (join) =>
      join
        .onRef('media_thumbnail.account_id', '=', 'media.account_id')
        .onRef('media_thumbnail.media_id', '=', 'media.media_id'),
    )
    .select(['media.media_id', 'file'])
    .where('media.account_id', '=', accountId)
    .limit(mediaAtOnce)
    .execute();
}

/** Deletes media items and their deltas together; either alone would skew totals. */
export async function deleteMedia(transaction: Transaction, accountId: string, mediaIds: string[]): Promise<void> {
  for (const table of ['media_thumbnail', 'media_measurement', 'media_day', 'media'] as const)
    await transaction.deleteFrom(table).where('account_id', '=', accountId).where('media_id', 'in', mediaIds).execute();
}

/** Deletes one batch; returns false if nothing is left. */
export async function deleteRows(transaction: Transaction, accountId: string): Promise<boolean> {
  for (const table of independent) {
    // A ctid is unique only within the shard that contains the account.
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where account_id = ${accountId} and ctid = any(array(
      select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${rowsAtOnce}))`.execute(transaction);
    if (numAffectedRows) return true;
  }
  return false;
}
