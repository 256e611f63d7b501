import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { announceReferences, deleteUserReferences } from '../../accounts/index.ts';
import { bySystem, writeAuditEntry, type AuditLog } from '../../audit/index.ts';
import { removeConnection } from '../disconnect.ts';
import {
  closeDeletion,
  countGoing,
  findDeletion,
  listOpenDeletions,
  listDeletionUsers,
  recordDeletionAccounts,
  type Deletion,
} from './queries.ts';

export interface DeletionDeps {
  db: Database;
  clock: Clock;
  events: EventBus<LiveMessage>;
  /** Deletes data about a user’s accounts that is stored outside those accounts. */
  deleteCopies(userId: string): Promise<void>;
  audit: AuditLog;
}

/** Continues unfinished requests; returns how many are now complete. */
export async function processDeletions(deps: DeletionDeps): Promise<number> {
  let done = 0;
  for (const deletion of await listOpenDeletions(deps.db)) if (await workOff(deps, deletion)) done += 1;
  return done;
}

/**
 * Deletes a Meta user's logins and the links to accounts they list; accounts that no other user has linked are deleted
 * within seconds. If interrupted, the next call continues.
 */
export async function workOff(deps: DeletionDeps, { code, meta_user_id: metaUserId }: Deletion): Promise<boolean> {
  const { db, clock, audit } = deps;
  for (const userId of metaUserId === null ? [] : await listDeletionUsers(db, metaUserId)) {
    await recordDeletionAccounts(db, code, userId);
    await deleteUserReferences(db, userId);
    await announceReferences(deps, userId);
    await deps.deleteCopies(userId);
    await removeConnection(deps, userId);
    await writeAuditEntry(audit, {
      ...bySystem,
      action: 'connection.deleted',
      target: `user:${userId}`,
      change: { by: 'the user, at Meta' },
    });
  }
  const recorded = await findDeletion(db, code);
  const isDone = recorded !== undefined && (await countGoing(db, recorded.account_ids)) === 0;
  if (isDone) await closeDeletion(db, code, clock());
  return isDone;
}
