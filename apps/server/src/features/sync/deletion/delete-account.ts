import type { Database, Transaction } from '../../../database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { deleteAccount, findAccount, lockOrphan } from '../../accounts/index.ts';
import { deleteMedia, deleteRows, deleteSyncState, listMediaToDelete } from './queries.ts';

export interface AccountDeletionDeps {
  db: Database;
  files: FileStore;
  /** Deletes user-written content about the account. */
  deleteUserContent: (transaction: Transaction, accountId: string) => Promise<void>;
}

/**
 * Deletes all data for an account that no user has linked, in batches. If interrupted, the next call continues; if the
 * account is linked again, it stops, and a first sync restores the data. Rows in `connection_account` belong to the
 * login and stay. Returns true once the account is deleted.
 */
export async function deleteAccountData(
  { db, files, deleteUserContent }: AccountDeletionDeps,
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
      // Files before rows: a row without its file can be found and deleted later, a file without its row cannot.
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
      await deleteUserContent(transaction, accountId);
      const { avatar_file: avatar } = (await findAccount(transaction, accountId)) ?? {};
      if (avatar) await files.remove(avatar);
      await deleteAccount(transaction, accountId);
      return 'done';
    },
  ];
  for (const step of steps) {
    let outcome: 'again' | 'done' | 'linked';
    do {
      if (signal.aborted) return false;
      outcome = await db
        .transaction()
        .execute(async (transaction) => ((await lockOrphan(transaction, accountId)) ? step(transaction) : 'linked'));
    } while (outcome === 'again');
    if (outcome === 'linked') return false;
  }
  return true;
}
