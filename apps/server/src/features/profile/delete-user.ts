import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { deleteUserRow } from '../auth/index.ts';
import { listUploads } from './queries.ts';

export interface UserDeletionNeeds {
  db: Database;
  files: FileStore;
  clock: Clock;
  /** What each feature has to do before a user can go, in this order. Each may be called again after a crash. */
  forgetUser: readonly ((userId: string) => Promise<void>)[];
  /** Ends what the user has open and notes that they are gone. */
  onUserDeleted: (userId: string, requestId: string) => Promise<void>;
}

/** Deletes a user and all that is theirs. The user's row goes last: cut short anywhere, they can ask again. */
export async function deleteUser(
  { db, files, clock, forgetUser, onUserDeleted }: UserDeletionNeeds,
  userId: string,
  requestId: string,
): Promise<void> {
  for (const forget of forgetUser) await forget(userId);
  for (const { file } of await listUploads(db, userId)) if (file) await files.remove(file);
  if (await deleteUserRow(db, userId, clock())) await onUserDeleted(userId, requestId);
}
