import type { Database, Transaction } from '../../../database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { forgetAccount as forgetAccountItself, holdOrphan } from '../../accounts/index.ts';
import { deleteMedia, deleteRows, deleteSyncState, listMediaToDelete } from './queries.ts';

/**
 * Deletes all that was ever read of an account that nobody has linked, batch by batch. Cut short anywhere, the next
 * call goes on; linked again meanwhile, it stops, and the first sync fills what is gone. What a business login lists
 * (`connection_account`) belongs to the login and stays with it. Returns whether the account is gone.
 */
export async function forgetAccount(
  { db, files }: { db: Database; files: FileStore },
  accountId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const steps: ((transaction: Transaction) => Promise<'again' | 'done'>)[] = [
    async (transaction) => {
      await deleteSyncState(transaction, accountId);
      return 'done';
    },
    async (transaction) => {
      const media = await listMediaToDelete(transaction, accountId);
      if (media.length === 0) return 'done';
      // Files before rows: a row without its file can be found and deleted later, a file without its row never.
      for (const { file } of media) if (file !== null) await files.remove(file);
      await deleteMedia(
        transaction,
        accountId,
        media.map((row) => row.media_id),
      );
      return 'again';
    },
    async (transaction) => ((await deleteRows(transaction, accountId)) ? 'again' : 'done'),
    async (transaction) => {
      await forgetAccountItself(transaction, accountId);
      return 'done';
    },
  ];
  for (const step of steps) {
    let outcome: 'again' | 'done' | 'linked';
    do {
      if (signal.aborted) return false;
      outcome = await db
        .transaction()
        .execute(async (transaction) => ((await holdOrphan(transaction, accountId)) ? step(transaction) : 'linked'));
    } while (outcome === 'again');
    if (outcome === 'linked') return false;
  }
  return true;
}
