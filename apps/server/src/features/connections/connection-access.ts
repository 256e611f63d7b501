import type { AccountId, ConnectionCause, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin, InspectedToken } from '../../clients/instagram-graph/business-login.ts';
import { GraphError } from '../../clients/instagram-graph/graph-error.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Vault } from '../../platform/secrets.ts';
import { publishConnection } from './publish-connection.ts';
import { recordMissingPermissions } from './record-missing-permissions.ts';
import {
  findConnection,
  listUserConnections,
  listLinkedUsersConnections,
  markBroken,
  decryptToken,
} from './queries.ts';
import { toCause, isUsable, notListed, getConnectionProblem, toProblem } from './rules.ts';

/** A token with access to an account, with its user. */
export interface AccountToken {
  token: string;
  userId: string;
}

/** Reason why no login has access to the account, for display. */
export interface Unreached {
  cause: ConnectionCause;
  missing: string[];
  message: string;
  /** The login works but does not list the account. */
  isUnlisted?: boolean;
}

/** Meta's view of a token that it rejected in a call. */
export type RejectedToken = 'invalid' | 'valid' | 'unknown' | 'replaced';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/**
 * Gives the sync access to connections: finds a token for an account, explains a missing one, reports a rejected one.
 */
export function createConnectionAccess(deps: Deps) {
  const { db, vault, clock, businessLogin } = deps;

  /** Inspects a token; null if Meta does not answer. */
  async function inspect(token: string): Promise<InspectedToken | null> {
    try {
      return await businessLogin.inspect(token);
    } catch (error) {
      if (error instanceof GraphError) return null;
      throw error;
    }
  }

  return {
    /** Finds a token; with a user ID, only that user's. */
    async findToken(accountId: AccountId, userId?: string): Promise<AccountToken | null> {
      const connections = await listUserConnections(db, accountId);
      const usable = connections.find(
        (connection) => isUsable(connection, clock()) && (userId === undefined || connection.user_id === userId),
      );
      return usable ? { token: decryptToken(vault, usable), userId: usable.user_id } : null;
    },

    async explainMissingToken(accountId: AccountId): Promise<Unreached> {
      const [nearest] = await listLinkedUsersConnections(db, accountId);
      if (!nearest) return { ...toProblem('disconnected'), missing: [] };
      const problem = getConnectionProblem(nearest, clock());
      if (problem) return { ...problem, missing: nearest.missing_scopes };
      return { cause: 'role_lost', missing: [], message: notListed, isUnlisted: true };
    },

    /**
     * Ends the login if Meta confirms that its token is invalid, because the same codes can concern a single account. A
     * token renewed since then stays valid.
     */
    async reportRejectedToken(userId: string, failure: GraphError, token: string): Promise<RejectedToken> {
      const connection = await findConnection(db, userId);
      if (!connection || decryptToken(vault, connection) !== token) return 'replaced';
      const facts = await inspect(token);
      if (!facts) return 'unknown';
      if (facts.isValid) return 'valid';
      const { token_encrypted: tokenEncrypted } = connection;
      const cause = toCause(facts.subcode === null ? failure : facts);
      if (await markBroken(db, userId, cause, { now: clock(), tokenEncrypted })) await publishConnection(deps, userId);
      return 'invalid';
    },

    async reportMissingPermission(userId: string): Promise<{ missing: string[] }> {
      return { missing: await recordMissingPermissions(deps, userId) };
    },
  };
}

export type ConnectionAccess = ReturnType<typeof createConnectionAccess>;
