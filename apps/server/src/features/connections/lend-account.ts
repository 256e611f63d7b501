import type { AccountId, LendableAccount } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { toPerson, toPersonId, type Viewer } from '../../platform/http/route.ts';
import {
  addReference,
  announceReferences,
  findAccount,
  lendAccount,
  listLinkedAccounts,
  requireReachedAccount,
} from '../accounts/index.ts';
import { requireAccountLimit } from '../subscription/index.ts';
import type { LinkDeps } from './link-account.ts';

/** Lists the accounts that the viewer has in their own workspace; empty while they are there. */
export async function listLendable(db: Database, viewer: Viewer): Promise<LendableAccount[]> {
  if (!viewer.member) return [];
  const [own, there] = await Promise.all([listLinkedAccounts(db, toPerson(viewer)), listLinkedAccounts(db, viewer)]);
  const known = new Set(there.map(({ _id }) => _id));
  return own.map(({ _id, username, metadata, picture }) => ({
    accountId: _id,
    username,
    name: metadata.name,
    picture,
    isThere: known.has(_id),
  }));
}

/** Links an account of the viewer's own workspace to the one they are in, within that one's plan. */
export async function bringToWorkspace(
  deps: LinkDeps & { clock: Clock },
  viewer: Viewer,
  accountId: AccountId,
): Promise<void> {
  const { db, clock } = deps;
  if (!viewer.member) throw new ApiError('account_not_found');
  const { userId: workspaceId } = viewer;
  await requireReachedAccount(db, toPerson(viewer), accountId);
  const account = await findAccount(db, accountId);
  if (!account) throw new ApiError('account_not_found');
  const findLimit = (transaction: Transaction) => requireAccountLimit(transaction, workspaceId, { lock: true });
  await addReference(db, { userId: workspaceId, accountId, type: account.type, findLimit });
  await lendAccount(db, { workspaceId, accountId, userId: toPersonId(viewer), now: clock() });
  await announceReferences(deps, workspaceId);
}
