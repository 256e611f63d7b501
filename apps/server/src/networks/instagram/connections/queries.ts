import { dayMillis, type AccountId, type ConnectionCause } from '@tidemark/contract';
import { sql } from 'kysely';
import type { GrantedToken } from '../client/business-login.ts';
import type { Database } from '../../../database/database.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { recordReachedAccounts } from '../../../features/accounts/index.ts';

/** Original name of the column: stored tokens cannot be decrypted with any other. */
const tokenColumnInAad = 'token_sealed';
/** Binds an encrypted token to its user: decryption fails anywhere else. */
export const toAssociatedData = (userId: string) => `meta_connection|${userId}|${tokenColumnInAad}`;

export async function saveConnection(
  db: Database,
  vault: Vault,
  userId: string,
  granted: GrantedToken,
  checkedAt: Date,
): Promise<void> {
  const values = {
    meta_user_id: granted.metaUserId,
    name: granted.name,
    picture: granted.picture,
    account_type: granted.accountType,
    client_business_id: granted.clientBusinessId,
    token_encrypted: vault.encrypt(granted.token, toAssociatedData(userId)),
    scopes: granted.scopes,
    missing_scopes: [],
    expires_at: granted.expiresAt,
    data_access_expires_at: granted.dataAccessExpiresAt,
    broken_at: null,
    broken_reason: null,
    // Checked now, unless the token lives for hours only: the next check must exchange it.
    checked_at: isShortLived(granted, checkedAt) ? null : checkedAt,
    renewed_at: null,
    accounts_fetched_at: null,
  };
  await db
    .insertInto('meta_connection')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, connected_at: sql`now()` }))
    .execute();
}

function isShortLived({ expiresAt }: GrantedToken, now: Date): boolean {
  return expiresAt !== null && expiresAt.getTime() - now.getTime() < 2 * dayMillis;
}

export function findConnection(db: Database, userId: string) {
  return db.selectFrom('meta_connection').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Returns true if any user is connected as this Meta user. */
export async function isMetaUserConnected(db: Database, metaUserId: string): Promise<boolean> {
  const row = await db
    .selectFrom('meta_connection')
    .select('user_id')
    .where('meta_user_id', '=', metaUserId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

export function decryptToken(
  vault: Vault,
  { user_id, token_encrypted }: Pick<ConnectionRow, 'user_id' | 'token_encrypted'>,
): string {
  return vault.decrypt(token_encrypted, toAssociatedData(user_id));
}

/** Marks a login as broken if it still has this token; returns false if nothing changed. */
export async function markBroken(
  db: Database,
  userId: string,
  cause: ConnectionCause,
  { now, tokenEncrypted }: { now: Date; tokenEncrypted?: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ broken_at: now, broken_reason: cause, checked_at: now })
    .where('user_id', '=', userId)
    .where('broken_at', 'is', null)
    .$if(tokenEncrypted !== undefined, (query) => query.where('token_encrypted', '=', tokenEncrypted ?? ''))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores Meta's information about a valid token; if the login was broken, it counts as connected now. */
export async function saveTokenInfo(
  db: Database,
  { user_id, token_encrypted }: Pick<ConnectionRow, 'user_id' | 'token_encrypted'>,
  facts: { scopes: string[]; missing: string[]; expiresAt: Date | null; dataAccessExpiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('meta_connection')
    .set({
      scopes: facts.scopes,
      missing_scopes: facts.missing,
      expires_at: facts.expiresAt,
      data_access_expires_at: facts.dataAccessExpiresAt,
      broken_at: null,
      broken_reason: null,
      // A newer `connected_at` resumes accounts that waited for this login.
      connected_at: sql`case when broken_at is not null or cardinality(missing_scopes) > ${facts.missing.length} then now() else connected_at end`,
    })
    .where('user_id', '=', user_id)
    .where('token_encrypted', '=', token_encrypted)
    // A login ended here stays ended, regardless of Meta.
    .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
    .execute();
}

export async function saveMissingScopes(db: Database, userId: string, missing: string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ missing_scopes: missing })
    .where('user_id', '=', userId)
    .where(sql<boolean>`missing_scopes <> ${missing}::text[]`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Claims a login that was not checked for a day (plus up to two hours of jitter), or for an hour if the user may have
 * resolved a problem on Facebook. The claim lasts an hour.
 */
export function claimDueConnection(db: Database, now: Date): Promise<ConnectionRow | undefined> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('meta_connection')
      .selectAll()
      .where(({ or, and, eb }) =>
        or([
          eb('checked_at', 'is', null),
          eb(sql<Date>`checked_at - ${jitter}`, '<', ago(checkSeconds)),
          and([
            eb('broken_reason', 'in', ['checkpoint', 'unconfirmed_user', 'role_lost']),
            eb('checked_at', '<', ago(3600)),
          ]),
        ]),
      )
      .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
      // A user who has been away for a month must reconnect anyway.
      .where(({ or, eb }) => or([eb('broken_at', 'is', null), eb('broken_at', '>', ago(30 * 86_400))]))
      .orderBy('checked_at', (order) => order.asc().nullsFirst())
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (row)
      await transaction
        .updateTable('meta_connection')
        .set({ checked_at: sql`${ago(checkSeconds - 3600)}::timestamptz + ${jitter}` })
        .where('user_id', '=', row.user_id)
        .execute();
    return row;
  });
}

export async function markChecked(db: Database, userId: string, at: Date): Promise<void> {
  await db.updateTable('meta_connection').set({ checked_at: at }).where('user_id', '=', userId).execute();
}

const checkSeconds = 86_400;
/** Stable jitter per user, so that logins checked together drift apart. */
const jitter = sql`make_interval(secs => (hashtext(user_id::text) & 2147483647) % 7200)`;

/** Replaces a login's token; returns false if it has another token by now or was deleted. */
export async function saveRenewedToken(
  db: Database,
  vault: Vault,
  { user_id, token_encrypted }: Pick<ConnectionRow, 'user_id' | 'token_encrypted'>,
  { token, expiresAt, renewedAt }: { token: string; expiresAt: Date | null; renewedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({
      token_encrypted: vault.encrypt(token, toAssociatedData(user_id)),
      expires_at: expiresAt,
      renewed_at: renewedAt,
    })
    .where('user_id', '=', user_id)
    .where('token_encrypted', '=', token_encrypted)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteConnection(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('meta_connection').where('user_id', '=', userId).execute();
    await recordReachedAccounts(transaction, userId);
  });
}

/** Lists working logins that list the account, for users who have linked it: any such login can sync it. */
export function listUserConnections(db: Database, accountId: AccountId) {
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

/** Lists the logins of users who have linked the account, with whether they list it; formerly working logins first. */
export function listLinkedUsersConnections(db: Database, accountId: AccountId) {
  return db
    .selectFrom('account_ref')
    .innerJoin('meta_connection', 'meta_connection.user_id', 'account_ref.user_id')
    .leftJoin('connection_account', (join) =>
      join
        .onRef('connection_account.user_id', '=', 'account_ref.user_id')
        .onRef('connection_account.account_id', '=', 'account_ref.account_id'),
    )
    .selectAll('meta_connection')
    .select(({ eb }) => eb('connection_account.account_id', 'is not', null).as('is_listed'))
    .where('account_ref.account_id', '=', accountId)
    .orderBy('is_listed', 'desc')
    .orderBy('meta_connection.connected_at', 'desc')
    .execute();
}
