import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/secrets.ts';
import { isUsable, listConnectionsOf, markBroken, openToken } from './queries.ts';

/** A token that reaches an account, and whose it is. */
export interface AccountToken {
  token: string;
  userId: string;
}

/** What the sync needs of connections: a token for an account, and a way to say that one is dead. */
export function createConnectionAccess({ db, vault, clock }: { db: Database; vault: Vault; clock: Clock }) {
  return {
    async findToken(accountId: AccountId): Promise<AccountToken | null> {
      const connections = await listConnectionsOf(db, accountId);
      const usable = connections.find((connection) => isUsable(connection, clock()));
      return usable ? { token: openToken(vault, usable), userId: usable.user_id } : null;
    },
    reportDeadToken: (userId: string, reason: string) => markBroken(db, userId, reason),
  };
}

export type ConnectionAccess = ReturnType<typeof createConnectionAccess>;
