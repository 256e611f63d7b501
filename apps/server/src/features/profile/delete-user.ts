import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { auditUser, type AuditLog } from '../audit/index.ts';
import { deleteUserRow } from '../auth/index.ts';
import { deleteIdentityOfUser } from '../credentials/index.ts';
import { listUploads } from './queries.ts';

export interface UserDeletionDeps {
  db: Database;
  clock: Clock;
  events: EventBus<LiveMessage>;
  audit: AuditLog;
  /** Runs each feature's part. */
  deleteUserRows(userId: string): Promise<void>;
  /** Deletes the customer at the payment provider soon. */
  wakePayments(): void;
}

/**
 * Deletes a user and all their data. The sign-in and the user's row come last, so that an interrupted deletion can be
 * repeated.
 */
export async function deleteUser(
  { db, clock, events, audit, deleteUserRows, wakePayments }: UserDeletionDeps,
  userId: string,
  requestId: string,
): Promise<void> {
  await deleteUserRows(userId);
  await deleteIdentityOfUser(db, userId);
  if (!(await deleteUserRow(db, userId, clock()))) return;
  await events.publish({ to: 'session-end', userId });
  wakePayments();
  await auditUser(audit, { userId, action: 'user.deleted', requestId });
}

/** Deletes the files that a user has uploaded. */
export async function deleteUserFiles(
  { db, files }: { db: Database; files: FileStore },
  userId: string,
): Promise<void> {
  for (const { file } of await listUploads(db, userId)) if (file) await files.remove(file);
}
