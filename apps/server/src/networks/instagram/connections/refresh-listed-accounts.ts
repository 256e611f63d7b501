import type { ConnectionAccount, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../client/business-login.ts';
import { GraphError } from '../client/graph-error.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { listInstagramLogins } from './instagram/queries.ts';
import { isInstagramTokenValid } from './instagram/rules.ts';
import { publishConnection } from './publish-connection.ts';
import { recordMissingPermissions } from './record-missing-permissions.ts';
import { findConnection, markBroken, decryptToken, type ConnectionRow } from './queries.ts';
import {
  claimListing,
  listExpectedAccounts,
  listReachedAccounts,
  listUnreachedAccounts,
  saveListedAccounts,
} from './listing/queries.ts';
import { toCause, isTokenValid, noLogin, notListed } from './rules.ts';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
  rateLimiter: { areRequestsPaused(): Promise<boolean> };
}

/**
 * Returns the accounts that a user's logins reach, with their links; the business login's list is fetched from Meta at
 * most every ten seconds, otherwise from the database.
 */
export async function refreshListedAccounts(deps: Deps, userId: string): Promise<ConnectionAccount[]> {
  const { db, clock, rateLimiter } = deps;
  const [connection, logins] = await Promise.all([findConnection(db, userId), listInstagramLogins(db, userId)]);
  const works = connection !== undefined && isTokenValid(connection, clock());
  if (!works && !logins.some((login) => isInstagramTokenValid(login, clock())))
    throw new ApiError('meta_not_connected');
  if (works && !(await rateLimiter.areRequestsPaused()) && (await claimListing(db, userId, clock())))
    await fetchListedAccounts(deps, connection, logins.length > 0);
  const [listed, unlisted] = await Promise.all([
    listReachedAccounts(db, userId, { worksAtMeta: works }),
    listUnreachedAccounts(db, userId, { worksAtMeta: works }),
  ]);
  return [
    ...listed.map((row) => toConnectionAccount(row)),
    ...unlisted.map((row) => ({
      ...toConnectionAccount(row),
      problem: {
        code: 'account_unreachable' as const,
        message: works ? notListed : noLogin,
        until: null,
      },
    })),
  ];
}

/** Fetches a business login's list; a login at Instagram shows its account even if that fails. */
async function fetchListedAccounts(deps: Deps, connection: ConnectionRow, hasOthers: boolean): Promise<void> {
  const { db, vault, clock, businessLogin } = deps;
  const { user_id: userId } = connection;
  try {
    const expected = await listExpectedAccounts(db, userId);
    const accounts = await businessLogin.listAccounts(decryptToken(vault, connection), { expected });
    // Refreshes dependent state if the list has changed.
    if (await saveListedAccounts(db, userId, accounts)) await publishConnection(deps, userId);
  } catch (cause) {
    if (!(cause instanceof GraphError)) throw cause;
    if (cause.kind === 'permission') await recordMissingPermissions(deps, userId);
    if (cause.kind !== 'auth') {
      if (hasOthers) return;
      throw new ApiError('meta_unavailable', undefined, { cause });
    }
    const { token_encrypted: tokenEncrypted } = connection;
    if (await markBroken(db, userId, toCause(cause), { now: clock(), tokenEncrypted }))
      await publishConnection(deps, userId);
    if (!hasOthers) throw new ApiError('meta_not_connected', undefined, { cause });
  }
}

type Row =
  Awaited<ReturnType<typeof listUnreachedAccounts>>[number] | Awaited<ReturnType<typeof listReachedAccounts>>[number];

function toConnectionAccount(row: Row): ConnectionAccount {
  const isLinked = row.linked_at !== null;
  return {
    id: row.account_id,
    username: row.username,
    name: row.name,
    profile_picture_url: row.picture,
    followers_count: row.followers_count,
    follows_count: row.follows_count,
    media_count: row.media_count,
    linked: isLinked,
    syncRunning: isLinked && (row.running ?? false),
    lastSyncAt: isLinked ? (row.last_sync_at?.toISOString() ?? null) : null,
    problem: isLinked ? row.problem : null,
  };
}
