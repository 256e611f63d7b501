import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';

const rowsAtOnce = 5_000;
// Each with at most two years of days: together no more rows than a batch of the others.
const mediaAtOnce = 7;

/** Tables whose rows can go in any order. `media` and what hangs on it go together; see below. */
const independent = [
  'account_day',
  'account_window',
  'demographics',
  'online_followers',
  'sync_gap',
  'api_call_hour',
  'thumbnail_turn',
] as const;

/** What steers the sync of an account goes first: linked again meanwhile, it starts afresh and reads all anew. */
export async function deleteSyncState(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('sync_state').where('account_id', '=', accountId).execute();
  await transaction.deleteFrom('graph_pause').where('scope', '=', accountId).execute();
}

/** The next media to go, and the files of their pictures. */
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

/** A media goes with its gains in one transaction: totals without them, or they without totals, would count wrongly. */
export async function deleteMedia(transaction: Transaction, accountId: string, mediaIds: string[]): Promise<void> {
  for (const table of ['media_thumbnail', 'media_day', 'media'] as const)
    await transaction.deleteFrom(table).where('account_id', '=', accountId).where('media_id', 'in', mediaIds).execute();
}

/** One batch of what is left; false when nothing is. */
export async function deleteRows(transaction: Transaction, accountId: string): Promise<boolean> {
  for (const table of independent) {
    // A place in a table is one only within the part that holds the account.
    const { numAffectedRows } =
      await sql`delete from ${sql.table(table)} where account_id = ${accountId} and ctid = any(array(
      select ctid from ${sql.table(table)} where account_id = ${accountId} limit ${rowsAtOnce}))`.execute(transaction);
    if (numAffectedRows) return true;
  }
  return false;
}
