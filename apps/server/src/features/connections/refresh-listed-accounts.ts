import type { ConnectionAccount } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Vault } from '../../platform/secrets.ts';
import { findConnection, isUsable, listListedAccounts, markBroken, openToken, saveListedAccounts } from './queries.ts';

/** Asks Meta what the login reaches now, and tells it with what is linked here. */
export async function refreshListedAccounts(
  { db, vault, clock, businessLogin }: { db: Database; vault: Vault; clock: Clock; businessLogin: BusinessLogin },
  userId: string,
): Promise<ConnectionAccount[]> {
  const connection = await findConnection(db, userId);
  if (!connection || !isUsable(connection, clock())) throw new Failure('meta_not_connected');
  try {
    await saveListedAccounts(db, userId, await businessLogin.listAccounts(openToken(vault, connection)));
  } catch (cause) {
    if (!(cause instanceof GraphFailure)) throw cause;
    if (cause.kind !== 'auth') throw new Failure('meta_unavailable', undefined, { cause });
    await markBroken(db, userId, `${cause.code ?? ''}/${cause.subcode ?? ''}`);
    throw new Failure('meta_not_connected', undefined, { cause });
  }
  const rows = await listListedAccounts(db, userId);
  return rows.map((row) => ({
    id: row.account_id,
    username: row.username,
    name: row.name,
    profile_picture_url: row.picture,
    followers_count: row.followers_count,
    follows_count: row.follows_count,
    media_count: row.media_count,
    linked: row.linked_at !== null,
    syncRunning: row.linked_at !== null && (row.running ?? false),
    lastSyncAt: row.linked_at === null ? null : (row.last_sync_at?.toISOString() ?? null),
  }));
}
