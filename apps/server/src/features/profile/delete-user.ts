import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { deleteUserRow } from '../auth/index.ts';
import { listUploads } from './queries.ts';

export interface UserDeletionDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
  /** Steps for each feature before a user is deleted, in this order. Each must be idempotent, in case of a crash. */
  deletionSteps: readonly ((userId: string) => Promise<void>)[];
  /** Closes the user's sessions and records the deletion. */
  onUserDeleted: (userId: string, requestId: string) => Promise<void>;
}

/**
 * Deletes a user and all their data. The user's row is deleted last, so that an interrupted deletion can be repeated.
 */
export async function deleteUser(
  { db, files, clock, deletionSteps, onUserDeleted }: UserDeletionDeps,
  userId: string,
  requestId: string,
): Promise<void> {
  for (const step of deletionSteps) await step(userId);
  for (const { file } of await listUploads(db, userId)) if (file) await files.remove(file);
  if (await deleteUserRow(db, userId, clock())) await onUserDeleted(userId, requestId);
}
