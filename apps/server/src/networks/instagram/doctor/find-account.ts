import type { GraphHost } from '../client/graph-http.ts';
import type { Database } from '../../../database/database.ts';
import type { AccountToken, ConnectionAccess } from '../connections/connection-access.ts';
import { listSyncedAccounts } from '../../../features/sync/index.ts';

/** Finds the named account, or the first one that a login reaches, at this host or preferably at Facebook. */
export async function findAccountToCheck(
  db: Database,
  connections: ConnectionAccess,
  { accountId = null, host }: { accountId?: string | null; host?: GraphHost | undefined },
): Promise<AccountToken | null> {
  const accounts = await listSyncedAccounts(db, accountId);
  for (const one of host ? [host] : (['facebook', 'instagram'] as const))
    for (const { account_id } of accounts) {
      const access = await connections.findToken(account_id, { host: one });
      if (access) return access;
    }
  return null;
}
