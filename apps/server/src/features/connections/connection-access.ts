import type { AccountId, ConnectionCause, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import type { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection } from './announce-connection.ts';
import { noteMissingPermissions } from './note-missing-permissions.ts';
import { findConnection, listConnectionsOf, listHoldersConnections, markBroken, openToken } from './queries.ts';
import { causeOf, isDeadToken, isUsable, notListed, problemOf, toProblem } from './rules.ts';

/** A token that reaches an account, and whose it is. */
export interface AccountToken {
  token: string;
  userId: string;
}

/** Why no login reaches an account, in words for its people. */
export interface Unreached {
  cause: ConnectionCause;
  missing: string[];
  message: string;
  /** The login works and does not list the account. */
  isUnlisted?: boolean;
}

interface Needs {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/** What the sync needs of connections: a token for an account, why there is none, and a way to say that one fails. */
export function createConnectionAccess(needs: Needs) {
  const { db, vault, clock } = needs;
  return {
    async findToken(accountId: AccountId): Promise<AccountToken | null> {
      const connections = await listConnectionsOf(db, accountId);
      const usable = connections.find((connection) => isUsable(connection, clock()));
      return usable ? { token: openToken(vault, usable), userId: usable.user_id } : null;
    },

    async whyNone(accountId: AccountId): Promise<Unreached> {
      const [nearest] = await listHoldersConnections(db, accountId);
      if (!nearest) return { ...toProblem('disconnected'), missing: [] };
      const problem = problemOf(nearest, clock());
      if (problem) return { ...problem, missing: nearest.missing_scopes };
      return { cause: 'role_lost', missing: [], message: notListed, isUnlisted: true };
    },

    /** With the `token` that was refused, one that has been renewed since is not taken for dead. */
    async reportDeadToken(userId: string, failure: GraphFailure, token?: string): Promise<void> {
      if (!isDeadToken(failure)) return;
      const connection = await findConnection(db, userId);
      if (!connection || (token !== undefined && openToken(vault, connection) !== token)) return;
      const { token_sealed: tokenSealed } = connection;
      if (await markBroken(db, userId, causeOf(failure), { now: clock(), tokenSealed }))
        await announceConnection(needs, userId);
    },

    async reportMissingPermission(userId: string): Promise<{ missing: string[] }> {
      return { missing: await noteMissingPermissions(needs, userId) };
    },
  };
}

export type ConnectionAccess = ReturnType<typeof createConnectionAccess>;
