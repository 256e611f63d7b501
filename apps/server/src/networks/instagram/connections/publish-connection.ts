import type { InstagramLogin, LiveMessage, MetaConnection } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { listInstagramLogins, type InstagramLoginRow } from './instagram/queries.ts';
import { findInstagramProblem, isInstagramTokenValid } from './instagram/rules.ts';
import { findConnection, type ConnectionRow } from './queries.ts';
import { isTokenValid, getConnectionProblem, getWarning } from './rules.ts';

/** Sends a user's connection status to their open pages. */
export async function publishConnection(
  { db, clock, events }: { db: Database; clock: Clock; events: EventBus<LiveMessage> },
  userId: string,
): Promise<void> {
  const connection = await readConnection(db, userId, clock());
  await events.publish({ to: 'user', userId, event: { type: 'connection-update', connection } });
}

/** Returns a user's business login, and their logins at Instagram. */
export async function readConnection(db: Database, userId: string, now: Date): Promise<MetaConnection> {
  const [connection, logins] = await Promise.all([findConnection(db, userId), listInstagramLogins(db, userId)]);
  return { ...toConnection(connection, now), instagramLogins: logins.map((login) => toInstagramLogin(login, now)) };
}

function toInstagramLogin(row: InstagramLoginRow, now: Date): InstagramLogin {
  return {
    accountId: row.account_id,
    username: row.username,
    name: row.name,
    picture: row.picture,
    tokenValid: isInstagramTokenValid(row, now),
    expiresAt: row.expires_at.toISOString(),
    problem: findInstagramProblem(row, now),
  };
}

export function toConnection(row: ConnectionRow | undefined, now: Date): Omit<MetaConnection, 'instagramLogins'> {
  return {
    isConnected: row !== undefined,
    tokenValid: row !== undefined && isTokenValid(row, now),
    name: row?.name ?? null,
    picture: row?.picture ?? null,
    accountType: row?.account_type ?? null,
    clientBusinessId: row?.client_business_id ?? null,
    expiresAt: row?.expires_at?.toISOString() ?? null,
    dataAccessExpiresAt: row?.data_access_expires_at?.toISOString() ?? null,
    missingScopes: row?.missing_scopes ?? [],
    problem: row ? getConnectionProblem(row, now) : null,
    warning: row ? getWarning(row, now) : null,
  };
}
