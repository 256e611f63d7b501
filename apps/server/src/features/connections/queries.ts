import type { AccountId, MetaConnection } from '@tidemark/contract';
import { sql } from 'kysely';
import type { GrantedToken } from '../../clients/instagram-graph/business-login.ts';
import type { InstagramProfile } from '../../clients/instagram-graph/instagram-profile.ts';
import type { Database } from '../../database/database.ts';
import type { Vault } from '../../platform/secrets.ts';

/** Where a token is sealed: opening it anywhere else fails. */
const placeOf = (userId: string) => `meta_connection|${userId}|token_sealed`;

export async function saveConnection(db: Database, vault: Vault, userId: string, granted: GrantedToken): Promise<void> {
  const values = {
    meta_user_id: granted.metaUserId,
    name: granted.name,
    picture: granted.picture,
    account_type: granted.accountType,
    client_business_id: granted.clientBusinessId,
    token_sealed: vault.seal(granted.token, placeOf(userId)),
    scopes: granted.scopes,
    expires_at: granted.expiresAt,
    data_access_expires_at: granted.dataAccessExpiresAt,
    broken_at: null,
    broken_reason: null,
  };
  await db
    .insertInto('meta_connection')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, connected_at: sql`now()` }))
    .execute();
}

export function findConnection(db: Database, userId: string) {
  return db.selectFrom('meta_connection').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

export function openToken(
  vault: Vault,
  { user_id, token_sealed }: Pick<ConnectionRow, 'user_id' | 'token_sealed'>,
): string {
  return vault.open(token_sealed, placeOf(user_id));
}

export function isUsable(
  { broken_at, expires_at }: Pick<ConnectionRow, 'broken_at' | 'expires_at'>,
  now: Date,
): boolean {
  return broken_at === null && (expires_at === null || expires_at > now);
}

export function toConnection(row: ConnectionRow | undefined, now: Date): MetaConnection {
  return {
    isConnected: row !== undefined,
    tokenValid: row !== undefined && isUsable(row, now),
    name: row?.name ?? null,
    picture: row?.picture ?? null,
    accountType: row?.account_type ?? null,
    clientBusinessId: row?.client_business_id ?? null,
    expiresAt: row?.expires_at?.toISOString() ?? null,
  };
}

/** Returns the accounts whose sync rests on the connection: they have to be told. */
export async function markBroken(db: Database, userId: string, reason: string): Promise<void> {
  await db
    .updateTable('meta_connection')
    .set({ broken_at: sql`now()`, broken_reason: reason })
    .where('user_id', '=', userId)
    .where('broken_at', 'is', null)
    .execute();
}

export async function deleteConnection(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('meta_connection').where('user_id', '=', userId).execute();
}

/** Replaces what the login is known to list with what it lists now. */
export async function saveListedAccounts(db: Database, userId: string, accounts: InstagramProfile[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // The connection's row is the lock: two readings at once leave one of their lists, never a mixture.
    const connection = await transaction
      .selectFrom('meta_connection')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!connection) return;
    await transaction.deleteFrom('connection_account').where('user_id', '=', userId).execute();
    if (accounts.length === 0) return;
    await transaction
      .insertInto('connection_account')
      .values(
        accounts.map((account) => ({
          user_id: userId,
          account_id: account.id,
          username: account.username,
          name: account.name,
          picture: account.picture,
          followers_count: account.followersCount,
          follows_count: account.followsCount,
          media_count: account.mediaCount,
        })),
      )
      .execute();
  });
}

/** The accounts the login lists, with whether the user has linked them and what their sync is doing. */
export function listListedAccounts(db: Database, userId: string) {
  return db
    .selectFrom('connection_account as listed')
    .leftJoin('account_ref as held', (join) =>
      join.onRef('held.account_id', '=', 'listed.account_id').onRef('held.user_id', '=', 'listed.user_id'),
    )
    .leftJoin('sync_state', 'sync_state.account_id', 'listed.account_id')
    .selectAll('listed')
    .select(['held.linked_at', 'sync_state.running', 'sync_state.last_sync_at'])
    .where('listed.user_id', '=', userId)
    .orderBy('listed.followers_count', (order) => order.desc().nullsLast())
    .orderBy('listed.username')
    .execute();
}

export function findListedAccount(db: Database, userId: string, accountId: AccountId) {
  return db
    .selectFrom('connection_account')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Working logins of people who have linked the account and whose login lists it: any of them may read it. */
export function listConnectionsOf(db: Database, accountId: AccountId) {
  return db
    .selectFrom('meta_connection')
    .innerJoin('account_ref', 'account_ref.user_id', 'meta_connection.user_id')
    .innerJoin('connection_account', (join) =>
      join
        .onRef('connection_account.user_id', '=', 'meta_connection.user_id')
        .onRef('connection_account.account_id', '=', 'account_ref.account_id'),
    )
    .selectAll('meta_connection')
    .where('account_ref.account_id', '=', accountId)
    .orderBy('meta_connection.connected_at', 'desc')
    .execute();
}
