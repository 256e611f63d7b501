import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../../database/database.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EventBus } from '../../../../platform/events/event-bus.ts';
import { announceReferences, deleteUserReferences } from '../../../../features/accounts/index.ts';
import { bySystem, writeAuditEntry, type AuditLog } from '../../../../features/audit/index.ts';
import { removeConnection } from '../disconnect.ts';
import { deleteInstagramLogins } from '../instagram/queries.ts';
import { publishConnection } from '../publish-connection.ts';
import {
  closeDeletion,
  countGoing,
  findDeletion,
  listOpenDeletions,
  listDeletionAccounts,
  listDeletionLogins,
  recordDeletionAccounts,
  type Deletion,
  type DeletionLogin,
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
 * Deletes the logins of a user at Facebook or Instagram, and the links to accounts that only they reach; accounts that
 * no other user has linked are deleted within seconds. If interrupted, the next call continues.
 */
export async function workOff(deps: DeletionDeps, deletion: Deletion): Promise<boolean> {
  const { db, clock, audit } = deps;
  const { code, meta_user_id: metaUserId, id_issuer: issuer } = deletion;
  for (const login of metaUserId === null ? [] : await listDeletionLogins(db, metaUserId, issuer)) {
    const { userId } = login;
    const accountIds = await listDeletionAccounts(db, login);
    await recordDeletionAccounts(db, code, accountIds);
    await deleteUserReferences(db, userId, accountIds);
    await announceReferences(deps, userId);
    await deps.deleteCopies(userId);
    await removeLogin(deps, login);
    await writeAuditEntry(audit, {
      ...bySystem,
      action: 'connection.deleted',
      target: `user:${userId}`,
      change: { by: issuer === 'facebook' ? 'the user, at Meta' : 'the user, at Instagram' },
    });
  }
  const recorded = await findDeletion(db, code);
  const isDone = recorded !== undefined && (await countGoing(db, recorded.account_ids)) === 0;
  if (isDone) await closeDeletion(db, code, clock());
  return isDone;
}

/** Deletes a login without calling Meta. */
export async function removeLogin(
  deps: Pick<DeletionDeps, 'db' | 'clock' | 'events'>,
  { userId, accountId }: DeletionLogin,
): Promise<void> {
  if (accountId === null) return removeConnection(deps, userId);
  await deleteInstagramLogins(deps.db, userId, accountId);
  await publishConnection(deps, userId);
}
