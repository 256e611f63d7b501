import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { listAccessibleAccounts, listViewersAccounts } from './account-access.ts';
import { findAccount } from './queries.ts';
import { explainLost } from './rules.ts';

declare const checked: unique symbol;

/**
 * Accounts that the viewer may see. Only `requireAccounts` and `ownAccounts` create one, so an unchecked analytics
 * query does not compile.
 */
export interface AccountScope {
  readonly accountIds: readonly AccountId[];
  /** True if made for one batch, whose calls share it. */
  readonly isOfBatch: boolean;
  readonly [checked]: true;
}

/** Throws if any ID is unknown or not visible to the viewer; the error does not distinguish the two. */
export async function requireAccounts(
  db: Database,
  viewer: Viewer,
  accountIds: readonly AccountId[],
): Promise<AccountScope> {
  const requested = [...new Set(accountIds)].sort();
  return oncePerBatch(viewer, requested.join(), async () => {
    const readable = requested.length === 0 ? [] : await listViewersAccounts(db, viewer, requested);
    if (requested.length === 0 || readable.length !== requested.length) throw new ApiError('account_not_found');
    return toScope(requested, { isOfBatch: viewer.batch !== undefined });
  });
}

const checksByBatch = new WeakMap<object, Map<string, Promise<AccountScope>>>();

/** Shares a check among the calls in a batch; after a failed check, the next call checks again. */
async function oncePerBatch(
  { batch }: Viewer,
  accountIds: string,
  check: () => Promise<AccountScope>,
): Promise<AccountScope> {
  if (!batch) return check();
  const checks = checksByBatch.get(batch) ?? new Map<string, Promise<AccountScope>>();
  checksByBatch.set(batch, checks);
  const shared = checks.get(accountIds) ?? check();
  checks.set(accountIds, shared);
  try {
    return await shared;
  } catch (error) {
    if (checks.get(accountIds) === shared) checks.delete(accountIds);
    throw error;
  }
}

/** Returns all accounts that the viewer has linked and may read; may be empty. */
export async function ownAccounts(db: Database, viewer: Viewer): Promise<AccountScope> {
  const readable = await listViewersAccounts(db, viewer);
  return toScope(readable.map(({ accountId }) => accountId).sort(), { isOfBatch: false });
}

/** Throws unless the user's own login lists the account: only then may they request a sync. */
export async function requireReachedAccount(db: Database, viewer: Viewer, accountId: AccountId): Promise<void> {
  await requireAccounts(db, viewer, [accountId]);
  const [reached] = await listAccessibleAccounts(db, viewer.userId, [accountId]);
  if (reached) return;
  const account = await findAccount(db, accountId);
  throw new ApiError('account_unreachable', undefined, { message: account && explainLost(account.type) });
}

/** Makes a scope; called only by the two checks above. */
function toScope(accountIds: AccountId[], { isOfBatch }: { isOfBatch: boolean }): AccountScope {
  return { accountIds, isOfBatch } as unknown as AccountScope;
}
