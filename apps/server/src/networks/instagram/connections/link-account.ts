import type { AccountId, AccountType, LiveMessage } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/api-error.ts';
import {
  addReference,
  announceReferences,
  findAccount,
  registerAccount,
  removeReference,
} from '../../../features/accounts/index.ts';
import { requireAccountLimit } from '../../../features/subscription/index.ts';
import { findInstagramLogin } from './instagram/queries.ts';
import { isInstagramTokenValid } from './instagram/rules.ts';
import { findConnection } from './queries.ts';
import { findListedAccount } from './listing/queries.ts';
import { isTokenValid } from './rules.ts';

/** Throws unless one of the user's own working logins reaches the account. */
async function requireListed({ db, clock }: { db: Database; clock: Clock }, userId: string, accountId: AccountId) {
  const [connection, own] = await Promise.all([findConnection(db, userId), findInstagramLogin(db, userId, accountId)]);
  const works = connection !== undefined && isTokenValid(connection, clock());
  const listed = works ? await findListedAccount(db, userId, accountId) : undefined;
  if (listed) return listed;
  if (own && isInstagramTokenValid(own, clock())) return own;
  throw new ApiError(works ? 'account_not_found' : 'meta_not_connected');
}

export async function registerListedAccount(
  deps: { db: Database; clock: Clock },
  userId: string,
  accountId: AccountId,
  type: AccountType,
): Promise<void> {
  await requireAccountLimit(deps.db, userId);
  const { username, name, picture, followers_count, follows_count, media_count } = await requireListed(
    deps,
    userId,
    accountId,
  );
  await registerAccount(deps.db, accountId, type, {
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
  await requireAccountLimit(db, userId);
  await requireListed({ db, clock }, userId, accountId);
  const account = await findAccount(db, accountId);
  if (!account || account.type !== type) throw new ApiError('account_not_found');
  // Checks the limit again inside the transaction, because the plan may have changed since the early check.
  const findLimit = (transaction: Transaction) => requireAccountLimit(transaction, userId, { lock: true });
  await addReference(db, { userId, accountId, type, findLimit });
  return announceReferences({ db, events }, userId);
}

export async function unlinkAccountFromUser(
  { db, events }: { db: Database; events: EventBus<LiveMessage> },
  userId: string,
  accountId: AccountId,
) {
  const removed = await removeReference(db, userId, accountId);
  if (!removed) throw new ApiError('account_not_found');
  return announceReferences({ db, events }, userId);
}
