import type { AccountId, AccountType, LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { addReference, findAccount, listAccountRefs, registerAccount, removeReference } from '../accounts/index.ts';
import { requireAccountLimit } from '../subscription/index.ts';
import { findConnection, findListedAccount } from './queries.ts';
import { isTokenValid } from './rules.ts';

/** The account must be one that the caller's own, working business login lists. */
async function requireListed({ db, clock }: { db: Database; clock: Clock }, userId: string, accountId: AccountId) {
  const connection = await findConnection(db, userId);
  if (!connection || !isTokenValid(connection, clock())) throw new Failure('meta_not_connected');
  const listed = await findListedAccount(db, userId, accountId);
  if (!listed) throw new Failure('account_not_found');
  return listed;
}

export async function registerListedAccount(
  needs: { db: Database; clock: Clock },
  userId: string,
  accountId: AccountId,
  type: AccountType,
): Promise<void> {
  await requireAccountLimit(needs.db, userId);
  const { username, name, picture, followers_count, follows_count, media_count } = await requireListed(
    needs,
    userId,
    accountId,
  );
  await registerAccount(needs.db, accountId, type, {
    username,
    name,
    picture,
    followers_count,
    follows_count,
    media_count,
  });
}

export async function linkAccountToUser(
  { db, clock, events }: { db: Database; clock: Clock; events: EventBus<LiveMessage> },
  userId: string,
  accountId: AccountId,
  type: AccountType,
) {
  const limit = await requireAccountLimit(db, userId);
  await requireListed({ db, clock }, userId, accountId);
  const account = await findAccount(db, accountId);
  if (!account || account.type !== type) throw new Failure('account_not_found');
  await addReference(db, { userId, accountId, type, limit });
  return announceReferences({ db, events }, userId);
}

export async function unlinkAccountFromUser(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
  accountId: AccountId,
) {
  const removed = await removeReference(db, userId, accountId);
  if (!removed) throw new Failure('account_not_found');
  return announceReferences({ db, events }, userId);
}

export async function announceReferences(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
) {
  const accountRefs = await listAccountRefs(db, userId);
  await events.publish({ to: 'user', userId, event: { type: 'user-accounts-update', accountRefs } });
  return accountRefs;
}
