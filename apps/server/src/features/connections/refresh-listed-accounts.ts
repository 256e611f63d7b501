import type { ConnectionAccount, LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { Failure } from '../../platform/failure.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection } from './announce-connection.ts';
import { noteMissingPermissions } from './note-missing-permissions.ts';
import {
  findConnection,
  listExpectedAccounts,
  listListedAccounts,
  listUnlistedAccounts,
  markBroken,
  openToken,
  saveListedAccounts,
} from './queries.ts';
import { causeOf, isDeadToken, isTokenValid, notListed } from './rules.ts';

interface Needs {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/** Asks Meta what the login reaches now, and tells it with what is linked here. */
export async function refreshListedAccounts(needs: Needs, userId: string): Promise<ConnectionAccount[]> {
  const { db, vault, clock, businessLogin } = needs;
  const connection = await findConnection(db, userId);
  if (!connection || !isTokenValid(connection, clock())) throw new Failure('meta_not_connected');
  try {
    const expected = await listExpectedAccounts(db, userId);
    const accounts = await businessLogin.listAccounts(openToken(vault, connection), expected);
    // What rests on the login is looked at again when it reaches more or less than before.
    if (await saveListedAccounts(db, userId, accounts)) await announceConnection(needs, userId);
  } catch (cause) {
    if (!(cause instanceof GraphFailure)) throw cause;
    if (cause.kind === 'permission') await noteMissingPermissions(needs, userId);
    if (!isDeadToken(cause)) throw new Failure('meta_unavailable', undefined, { cause });
    const { token_sealed: tokenSealed } = connection;
    if (await markBroken(db, userId, causeOf(cause), { now: clock(), tokenSealed }))
      await announceConnection(needs, userId);
    throw new Failure('meta_not_connected', undefined, { cause });
  }
  const [listed, unlisted] = await Promise.all([listListedAccounts(db, userId), listUnlistedAccounts(db, userId)]);
  return [
    ...listed.map((row) => toConnectionAccount(row)),
    ...unlisted.map((row) => ({
      ...toConnectionAccount(row),
      problem: { code: 'account_unreachable' as const, message: notListed, until: null },
    })),
  ];
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
