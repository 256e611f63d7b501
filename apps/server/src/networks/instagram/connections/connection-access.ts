import type { AccountId, ConnectionCause, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin, InspectedToken } from '../client/business-login.ts';
import { GraphError } from '../client/graph-error.ts';
import type { NetworkError } from '../../network-error.ts';
import type { GraphHost } from '../client/graph-http.ts';
import type { InstagramLogin } from '../client/instagram-login.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Vault } from '../../../platform/secrets.ts';
import {
  decryptInstagramToken,
  findInstagramLogin,
  listAccountInstagramLogins,
  listInstagramOnly,
  markInstagramBroken,
  saveInstagramMissing,
  type InstagramLoginRow,
} from './instagram/queries.ts';
import { findInstagramProblem, isInstagramTokenValid } from './instagram/rules.ts';
import { publishConnection } from './publish-connection.ts';
import { recordMissingPermissions } from './record-missing-permissions.ts';
import {
  findConnection,
  listUserConnections,
  listLinkedUsersConnections,
  markBroken,
  decryptToken,
  type ConnectionRow,
} from './queries.ts';
import { toCause, hasAllPermissions, isUsable, notListed, getConnectionProblem, toProblem } from './rules.ts';

/** A token with access to an account, with its user and the host that accepts it. */
export interface AccountToken {
  token: string;
  userId: string;
  accountId: AccountId;
  host: GraphHost;
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
  instagramLogin: InstagramLogin | null;
  events: EventBus<LiveMessage>;
}

/**
 * Gives the sync access to connections: finds a token for an account, explains a missing one, reports a rejected one.
 */
export function createConnectionAccess(deps: Deps) {
  const { db, vault, clock, businessLogin, instagramLogin } = deps;

  /** Inspects a token; null if Meta does not answer. */
  async function inspect(token: string): Promise<InspectedToken | null> {
    try {
      return await businessLogin.inspect(token);
    } catch (error) {
      if (error instanceof GraphError) return null;
      throw error;
    }
  }

  async function listUsableInstagramLogins(accountId: AccountId): Promise<InstagramLoginRow[]> {
    if (!instagramLogin) return [];
    const logins = await listAccountInstagramLogins(db, accountId);
    return logins.filter((login) => isInstagramTokenValid(login, clock()));
  }

  const toBusinessToken = (connection: ConnectionRow, accountId: AccountId): AccountToken => {
    return { token: decryptToken(vault, connection), userId: connection.user_id, accountId, host: 'facebook' };
  };
  const toInstagramToken = (login: InstagramLoginRow): AccountToken => {
    const { user_id: userId, account_id: accountId } = login;
    return { token: decryptInstagramToken(vault, login), userId, accountId, host: 'instagram' };
  };

  async function explainInstagram(accountId: AccountId): Promise<Unreached | null> {
    const [nearest] = await listAccountInstagramLogins(db, accountId);
    const problem = nearest && findInstagramProblem(nearest, clock());
    return problem ? { ...problem, missing: nearest.missing_scopes } : null;
  }

  /** Ends a login at Instagram if Instagram confirms that its token is invalid. */
  async function reportRejectedByInstagram({ userId, accountId, token }: AccountToken): Promise<RejectedToken> {
    const login = await findInstagramLogin(db, userId, accountId);
    if (!login || !instagramLogin || decryptInstagramToken(vault, login) !== token) return 'replaced';
    try {
      await instagramLogin.identify(token);
      return 'valid';
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (error.kind === 'permission') return 'valid';
      if (error.kind !== 'auth') return 'unknown';
      if (await markInstagramBroken(db, login, toCause(error), clock())) await publishConnection(deps, userId);
      return 'invalid';
    }
  }

  async function recordInstagramMissing({ userId, accountId }: AccountToken): Promise<string[]> {
    const login = await findInstagramLogin(db, userId, accountId);
    if (!login || !instagramLogin) return [];
    try {
      const token = decryptInstagramToken(vault, login);
      const { isProfessional } = await instagramLogin.identify(token);
      if (!isProfessional) {
        if (await markInstagramBroken(db, login, 'account_personal', clock())) await publishConnection(deps, userId);
        return [];
      }
      const missing = await instagramLogin.findMissing(token);
      if (await saveInstagramMissing(db, login, missing)) await publishConnection(deps, userId);
      return missing;
    } catch (error) {
      // The login's next check retries.
      if (error instanceof GraphError) return login.missing_scopes;
      throw error;
    }
  }

  return {
    /**
     * Finds a token; with a user ID or a host, only that user's or for that host. Logins with all permissions come first,
     * and of those business logins, because logins at Instagram lack some data.
     */
    async findToken(
      accountId: AccountId,
      { userId, host }: { userId?: string; host?: GraphHost } = {},
    ): Promise<AccountToken | null> {
      const isMeant = (login: { user_id: string }) => userId === undefined || login.user_id === userId;
      const all = host === 'instagram' ? [] : await listUserConnections(db, accountId);
      const connections = all.filter((connection) => isUsable(connection, clock()) && isMeant(connection));
      const complete = connections.find(hasAllPermissions);
      if (complete) return toBusinessToken(complete, accountId);
      const logins = host === 'facebook' ? [] : (await listUsableInstagramLogins(accountId)).filter(isMeant);
      const own = logins.find(hasAllPermissions);
      if (own) return toInstagramToken(own);
      const [connection] = connections;
      const [login] = logins;
      if (connection) return toBusinessToken(connection, accountId);
      return login ? toInstagramToken(login) : null;
    },

    /** Returns those of the accounts that only a login at Instagram reaches. */
    listInstagramOnly: (accountIds: readonly AccountId[]) => listInstagramOnly(db, accountIds),

    async explainMissingToken(accountId: AccountId): Promise<Unreached> {
      const [nearest] = await listLinkedUsersConnections(db, accountId);
      const own = nearest?.is_listed ? null : await explainInstagram(accountId);
      if (own) return own;
      if (!nearest) return { ...toProblem('disconnected'), missing: [] };
      const problem = getConnectionProblem(nearest, clock());
      if (problem) return { ...problem, missing: nearest.missing_scopes };
      return { cause: 'role_lost', missing: [], message: notListed, isUnlisted: true };
    },

    /**
     * Ends the login if Meta confirms that its token is invalid, because the same codes can concern a single account. A
     * token renewed since then stays valid.
     */
    async reportRejectedToken(access: AccountToken, failure: NetworkError): Promise<RejectedToken> {
      const { userId, token, host } = access;
      if (host === 'instagram') return reportRejectedByInstagram(access);
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

    async reportMissingPermission(access: AccountToken): Promise<{ missing: string[] }> {
      const isInstagram = access.host === 'instagram';
      const missing = isInstagram
        ? await recordInstagramMissing(access)
        : await recordMissingPermissions(deps, access.userId);
      return { missing };
    },
  };
}

export type ConnectionAccess = ReturnType<typeof createConnectionAccess>;
