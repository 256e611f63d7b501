import type { Database } from '../../../database/database.ts';
import type { ConnectionAccess } from '../../connections/index.ts';
import { listVerifiable } from '../verify/queries.ts';
import type { MetaAccount } from './finding.ts';

/** Finds the named account, or the first one that a login lists. */
export async function findAccountToCheck(
  db: Database,
  connections: ConnectionAccess,
  accountId: string | null,
): Promise<MetaAccount | null> {
  for (const { account_id } of await listVerifiable(db, accountId)) {
    const access = await connections.findToken(account_id);
    if (access) return { accountId: account_id, token: access.token };
  }
  return null;
}
