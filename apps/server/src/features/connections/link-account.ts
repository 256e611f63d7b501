import type { AccountId, AccountType, LiveMessage } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import type { ReachedAccounts } from '../../networks/reached-accounts.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { addReference, announceReferences, findAccount, registerAccount, removeReference } from '../accounts/index.ts';
import { requireAccountLimit } from '../subscription/index.ts';

export interface LinkDeps {
  db: Database;
  events: EventBus<LiveMessage>;
  reachedAccounts: ReachedAccounts;
}

/** Throws unless one of the user's own working logins reaches the account. */
async function requireReached({ reachedAccounts }: LinkDeps, userId: string, accountId: AccountId, type: AccountType) {
  const findReached = reachedAccounts[type];
  if (!findReached) throw new ApiError('network_not_enabled');
  return findReached(userId, accountId);
}

export async function addReachedAccount(
  deps: LinkDeps,
  userId: string,
  accountId: AccountId,
  type: AccountType,
): Promise<void> {
  await requireAccountLimit(deps.db, userId);
  await registerAccount(deps.db, accountId, type, await requireReached(deps, userId, accountId, type));
}

export async function linkAccountToUser(deps: LinkDeps, userId: string, accountId: AccountId, type: AccountType) {
  const { db } = deps;
  await requireAccountLimit(db, userId);
  await requireReached(deps, userId, accountId, type);
  const account = await findAccount(db, accountId);
  if (!account || account.type !== type) throw new ApiError('account_not_found');
  // Checks the limit again inside the transaction, because the plan may have changed since the early check.
  const findLimit = (transaction: Transaction) => requireAccountLimit(transaction, userId, { lock: true });
  await addReference(db, { userId, accountId, type, findLimit });
  return announceReferences(deps, userId);
}

export async function unlinkAccountFromUser(deps: LinkDeps, userId: string, accountId: AccountId) {
  const removed = await removeReference(deps.db, userId, accountId);
  if (!removed) throw new ApiError('account_not_found');
  return announceReferences(deps, userId);
}
