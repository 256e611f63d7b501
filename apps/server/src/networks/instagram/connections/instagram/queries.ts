import { randomUUID } from 'node:crypto';
import { dayMillis, type AccountId, type ConnectionCause } from '@tidemark/contract';
import { sql, type Selectable } from 'kysely';
import type { InstagramIdentity, InstagramToken } from '../../client/instagram-login.ts';
import type { Database } from '../../../../database/database.ts';
import { lockUser } from '../../../../database/lock-user.ts';
import type { InstagramTables } from '../../../../database/tables/instagram.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { recordReachedAccounts } from '../../../../features/accounts/index.ts';

export type InstagramLoginRow = Selectable<InstagramTables['instagram_login']>;

/** Binds an encrypted token to its login: decryption fails anywhere else. */
export const toInstagramAssociatedData = (loginId: string) => `instagram_login|${loginId}|token_encrypted`;

export function decryptInstagramToken(
  vault: Vault,
  { login_id, token_encrypted }: Pick<InstagramLoginRow, 'login_id' | 'token_encrypted'>,
): string {
  return vault.decrypt(token_encrypted, toInstagramAssociatedData(login_id));
}

const toExpiry = ({ lifeSeconds }: InstagramToken, now: Date) => new Date(now.getTime() + lifeSeconds * 1000);

function toProfileColumns({ profile, appUserId }: InstagramIdentity) {
  return {
    app_user_id: appUserId,
    username: profile.username,
    name: profile.name,
    picture: profile.picture,
    followers_count: profile.followersCount,
    follows_count: profile.followsCount,
    media_count: profile.mediaCount,
  };
}

/** Stores a login, or replaces the same user's earlier one for this account; false if the user was deleted. */
export async function saveInstagramLogin(
  db: Database,
  vault: Vault,
  userId: string,
  { token, identity, now }: { token: InstagramToken; identity: InstagramIdentity; now: Date },
): Promise<boolean> {
  const accountId = identity.profile.id;
  return db.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return false;
    await transaction
      .deleteFrom('instagram_login')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .execute();
    const loginId = randomUUID();
    await transaction
      .insertInto('instagram_login')
      .values({
        login_id: loginId,
        user_id: userId,
        account_id: accountId,
        ...toProfileColumns(identity),
        token_encrypted: vault.encrypt(token.token, toInstagramAssociatedData(loginId)),
        expires_at: toExpiry(token, now),
        broken_at: null,
        broken_reason: null,
        connected_at: now,
        renewed_at: null,
        next_check_at: new Date(now.getTime() + dayMillis),
      })
      .execute();
    await recordReachedAccounts(transaction, userId);
    return true;
  });
}

export function listInstagramLogins(db: Database, userId: string): Promise<InstagramLoginRow[]> {
  return db
    .selectFrom('instagram_login')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('connected_at')
    .orderBy('account_id')
    .execute();
}

export function findInstagramLogin(
  db: Database,
  userId: string,
  accountId: AccountId,
): Promise<InstagramLoginRow | undefined> {
  return db
    .selectFrom('instagram_login')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Lists an account's logins at Instagram of users who have linked it, the newest first. */
export function listAccountInstagramLogins(db: Database, accountId: AccountId): Promise<InstagramLoginRow[]> {
  return db
    .selectFrom('instagram_login')
    .innerJoin('account_ref', (join) =>
      join
        .onRef('account_ref.user_id', '=', 'instagram_login.user_id')
        .onRef('account_ref.account_id', '=', 'instagram_login.account_id'),
    )
    .selectAll('instagram_login')
    .where('instagram_login.account_id', '=', accountId)
    .orderBy('connected_at', 'desc')
    .execute();
}

/** Returns those of the accounts that only logins at Instagram reach. */
export async function listInstagramOnly(db: Database, accountIds: readonly AccountId[]): Promise<Set<AccountId>> {
  if (accountIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('instagram_login')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    .where('broken_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('connection_account')
            .innerJoin('meta_connection', 'meta_connection.user_id', 'connection_account.user_id')
            .whereRef('connection_account.account_id', '=', 'instagram_login.account_id')
            .where('meta_connection.broken_at', 'is', null),
        ),
      ),
    )
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** Deletes one of a user's logins, or all of them; returns how many. */
export async function deleteInstagramLogins(db: Database, userId: string, accountId?: AccountId): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('instagram_login')
      .where('user_id', '=', userId)
      .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
      .executeTakeFirst();
    await recordReachedAccounts(transaction, userId);
    return Number(numDeletedRows);
  });
}

/** Marks a login as broken if it still has this token; returns false if nothing changed. */
export async function markInstagramBroken(
  db: Database,
  { login_id, token_encrypted }: Pick<InstagramLoginRow, 'login_id' | 'token_encrypted'>,
  cause: ConnectionCause,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instagram_login')
    .set({ broken_at: now, broken_reason: cause })
    .where('login_id', '=', login_id)
    .where('token_encrypted', '=', token_encrypted)
    // The login of a personal account waits for it, but can still end for good.
    .where(sql<boolean>`(broken_at is null or broken_reason = 'account_personal')`)
    .where(sql<boolean>`broken_reason is distinct from ${cause}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores what a valid token reaches now; a login that was broken counts as connected now. */
export async function saveInstagramIdentity(
  db: Database,
  { login_id, token_encrypted }: InstagramLoginRow,
  { identity, missing, now }: { identity: InstagramIdentity; missing: string[]; now: Date },
): Promise<void> {
  await db
    .updateTable('instagram_login')
    .set({
      ...toProfileColumns(identity),
      missing_scopes: missing,
      broken_at: null,
      broken_reason: null,
      // A newer `connected_at` resumes an account that waited for this login.
      connected_at: sql`case when broken_at is not null or cardinality(missing_scopes) > ${missing.length} then ${now} else connected_at end`,
    })
    .where('login_id', '=', login_id)
    .where('token_encrypted', '=', token_encrypted)
    .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
    .execute();
}

export async function saveInstagramMissing(
  db: Database,
  { login_id }: Pick<InstagramLoginRow, 'login_id'>,
  missing: string[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instagram_login')
    .set({ missing_scopes: missing })
    .where('login_id', '=', login_id)
    .where(sql<boolean>`missing_scopes <> ${missing}::text[]`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces a login's token; returns false if it has another one by now, or was deleted. */
export async function saveRefreshedToken(
  db: Database,
  vault: Vault,
  { login_id, token_encrypted }: InstagramLoginRow,
  { token, now }: { token: InstagramToken; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('instagram_login')
    .set({
      token_encrypted: vault.encrypt(token.token, toInstagramAssociatedData(login_id)),
      expires_at: toExpiry(token, now),
      renewed_at: now,
    })
    .where('login_id', '=', login_id)
    .where('token_encrypted', '=', token_encrypted)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a checked login due again. */
export async function scheduleCheck(db: Database, { login_id }: InstagramLoginRow, nextCheckAt: Date): Promise<void> {
  await db
    .updateTable('instagram_login')
    .set({ next_check_at: nextCheckAt, attempts: 0 })
    .where('login_id', '=', login_id)
    .execute();
}
