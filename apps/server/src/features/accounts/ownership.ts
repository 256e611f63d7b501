import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/route.ts';

declare const checked: unique symbol;

/** Accounts that the viewer may see. Only the check below can make one, so an analytics query without it does not compile. */
export interface AccountScope {
  readonly accountIds: readonly AccountId[];
  readonly [checked]: true;
}

/** One id that is foreign or unknown fails the whole call, and both look the same. */
export async function requireAccounts(
  db: Database,
  viewer: Viewer,
  accountIds: readonly AccountId[],
): Promise<AccountScope> {
  const wanted = [...new Set(accountIds)];
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .where('user_id', '=', viewer.userId)
    .where('account_id', 'in', wanted)
    .execute();
  if (wanted.length === 0 || rows.length !== wanted.length) throw new Failure('account_not_found');
  return toScope(wanted.sort());
}

/** All the accounts that the viewer has linked; may be none. */
export async function ownAccounts(db: Database, viewer: Viewer): Promise<AccountScope> {
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .where('user_id', '=', viewer.userId)
    .orderBy('account_id')
    .execute();
  return toScope(rows.map((row) => row.account_id));
}

/** Called by the two checks above and by nobody else. */
function toScope(accountIds: AccountId[]): AccountScope {
  return { accountIds } as unknown as AccountScope;
}
