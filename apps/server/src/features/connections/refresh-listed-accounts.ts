import type { ConnectionAccount, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphError } from '../../clients/instagram-graph/graph-error.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Vault } from '../../platform/secrets.ts';
import { publishConnection } from './publish-connection.ts';
import { recordMissingPermissions } from './record-missing-permissions.ts';
import { findConnection, markBroken, decryptToken, type ConnectionRow } from './queries.ts';
import {
  claimListing,
  listExpectedAccounts,
  listListedAccounts,
  listUnlistedAccounts,
  saveListedAccounts,
} from './listing/queries.ts';
import { toCause, isTokenValid, notListed } from './rules.ts';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
  rateLimiter: { areRequestsPaused(): Promise<boolean> };
}

/**
 * Returns a login's accounts with their links: fetched from Meta at most every ten seconds, otherwise from the
 * database.
 */
export async function refreshListedAccounts(deps: Deps, userId: string): Promise<ConnectionAccount[]> {
  const { db, clock, rateLimiter } = deps;
  const connection = await findConnection(db, userId);
  if (!connection || !isTokenValid(connection, clock())) throw new ApiError('meta_not_connected');
  if (!(await rateLimiter.areRequestsPaused()) && (await claimListing(db, userId, clock())))
    await fetchListedAccounts(deps, connection);
  const [listed, unlisted] = await Promise.all([listListedAccounts(db, userId), listUnlistedAccounts(db, userId)]);
  return [
    ...listed.map((row) => toConnectionAccount(row)),
    ...unlisted.map((row) => ({
      ...toConnectionAccount(row),
      problem: { code: 'account_unreachable' as const, message: notListed, until: null },
    })),
  ];
}

async function fetchListedAccounts(deps: Deps, connection: ConnectionRow): Promise<void> {
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
    if (cause.kind !== 'auth') throw new ApiError('meta_unavailable', undefined, { cause });
    const { token_encrypted: tokenEncrypted } = connection;
    if (await markBroken(db, userId, toCause(cause), { now: clock(), tokenEncrypted }))
      await publishConnection(deps, userId);
    throw new ApiError('meta_not_connected', undefined, { cause });
  }
}

type Row =
  Awaited<ReturnType<typeof listUnlistedAccounts>>[number] | Awaited<ReturnType<typeof listListedAccounts>>[number];

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
