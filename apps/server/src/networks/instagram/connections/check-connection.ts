import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin, InspectedToken } from '../client/business-login.ts';
import { GraphError, isTokenCode } from '../client/graph-error.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Log } from '../../../platform/log/log.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';
import { publishConnection, toConnection } from './publish-connection.ts';
import {
  findConnection,
  markBroken,
  markChecked,
  decryptToken,
  saveTokenInfo,
  saveRenewedToken,
  type ConnectionRow,
} from './queries.ts';
import { listExpectedAccounts, saveListedAccounts } from './listing/queries.ts';
import { toCause, listMissing, needsRenewal } from './rules.ts';

export interface CheckDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
  log: Log;
}

/** Checks a claimed login with Meta, and renews its token before it expires. */
export async function checkConnection(deps: CheckDeps, connection: ConnectionRow): Promise<void> {
  const before = JSON.stringify(toConnection(connection, deps.clock()));
  try {
    await inspect(deps, connection);
  } catch (error) {
    // Transient errors change nothing; the claim expires after an hour.
    if (!(error instanceof GraphError || error instanceof DecryptionError)) throw error;
    const code = error instanceof GraphError ? error.code : undefined;
    deps.log.warn({ err: error, userId: connection.user_id, code }, 'Could not check a business login');
  }
  const after = toConnection(await findConnection(deps.db, connection.user_id), deps.clock());
  if (JSON.stringify(after) !== before) await publishConnection(deps, connection.user_id);
}

async function inspect(deps: CheckDeps, connection: ConnectionRow): Promise<void> {
  const { db, vault, clock, businessLogin, log } = deps;
  const { user_id: userId, token_encrypted: tokenEncrypted } = connection;
  const facts = await businessLogin.inspect(decryptToken(vault, connection));
  if (!facts.isValid) {
    if (isTokenCode(facts.code)) await markBroken(db, userId, toCause(facts), { now: clock(), tokenEncrypted });
    else log.warn({ userId, code: facts.code }, 'Meta reports an invalid token without a reason');
    return;
  }
  const missing = listMissing(facts.scopes);
  await saveTokenInfo(db, connection, { ...facts, missing });
  await renewToken(deps, userId);
  // If permissions are missing, the list does not show what the user has lost.
  if (missing.length === 0) await refreshList(deps, connection, facts);
  await markChecked(db, userId, clock());
}

/** Finds accounts that were added to or removed from the login, even for inactive users. */
async function refreshList(deps: CheckDeps, connection: ConnectionRow, inspected: InspectedToken): Promise<void> {
  const { db, vault, businessLogin } = deps;
  const expected = await listExpectedAccounts(db, connection.user_id);
  const accounts = await businessLogin.listAccounts(decryptToken(vault, connection), { expected, inspected });
  if (await saveListedAccounts(db, connection.user_id, accounts)) await publishConnection(deps, connection.user_id);
}

/**
 * Exchanges a token and stores the new one unless the login has changed meanwhile. Only the process that claimed this
 * check runs it; if it crashes midway, the old token stays valid.
 */
async function renewToken({ db, vault, clock, businessLogin, log }: CheckDeps, userId: string): Promise<void> {
  const connection = await findConnection(db, userId);
  if (!connection || connection.broken_at || !needsRenewal(connection, clock())) return;
  const { token, lifeSeconds } = await businessLogin.renew(decryptToken(vault, connection));
  const renewedAt = clock();
  const expiresAt = lifeSeconds === null ? null : new Date(renewedAt.getTime() + lifeSeconds * 1000);
  if (await saveRenewedToken(db, vault, connection, { token, expiresAt, renewedAt }))
    log.info({ userId, expiresAt }, 'Token renewed');
}
