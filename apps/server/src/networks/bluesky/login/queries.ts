import { randomUUID } from 'node:crypto';
import type { AccountId, BlueskyLogin } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import { lockUser } from '../../../database/lock-user.ts';
import {
  recordReachedAccounts,
  registerAccount,
  toAvatar,
  type AccountProfile,
} from '../../../features/accounts/index.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { BlueskyProfile } from '../client/app-view.ts';
import type { SignInSecrets } from './oauth.ts';

const lifeMillis = 15 * 60_000;

/** Binds a sign-in's secrets to it: decryption fails anywhere else. */
export const toSignInAssociatedData = (state: string) => `bluesky_sign_in|${state}|secrets_encrypted`;

export async function saveSignIn(
  db: Database,
  vault: Vault,
  { state, secrets, userId, now }: { state: string; secrets: SignInSecrets; userId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('bluesky_sign_in')
    .values({
      state,
      user_id: userId,
      secrets_encrypted: vault.encrypt(JSON.stringify(secrets), toSignInAssociatedData(state)),
      expires_at: new Date(now.getTime() + lifeMillis),
    })
    .execute();
}

/** Returns a sign-in's secrets, once and to the user who started it; null if it has expired. */
export async function takeSignIn(
  db: Database,
  vault: Vault,
  { state, userId, now }: { state: string; userId: string; now: Date },
): Promise<SignInSecrets | null> {
  const row = await db
    .deleteFrom('bluesky_sign_in')
    .where('state', '=', state)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .returning('secrets_encrypted')
    .executeTakeFirst();
  return row ? toSecrets(vault.decrypt(row.secrets_encrypted, toSignInAssociatedData(state))) : null;
}

/** Safe because only `saveSignIn` writes what decrypts. */
const toSecrets = (json: string) => JSON.parse(json) as SignInSecrets;

export function deleteExpiredSignIns(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'bluesky_sign_in', sql`expires_at < ${now}`);
}

export function toAccountProfile({ handle, name, picture, followers, follows, posts }: BlueskyProfile): AccountProfile {
  return {
    username: handle,
    name,
    picture,
    followers_count: followers,
    follows_count: follows,
    media_count: posts,
  };
}

/** Registers an account and stores that the user owns it; returns its ID, or null if the user was deleted. */
export async function saveLogin(
  db: Database,
  userId: string,
  { profile, now }: { profile: BlueskyProfile; now: Date },
): Promise<AccountId | null> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockUser(transaction, userId))) return null;
    const { account_id: accountId } = await transaction
      .insertInto('bluesky_account')
      .values({ account_id: randomUUID(), did: profile.did })
      .onConflict((conflict) => conflict.column('did').doUpdateSet({ did: profile.did }))
      .returning('account_id')
      .executeTakeFirstOrThrow();
    await registerAccount(transaction, accountId, 'bluesky_account', toAccountProfile(profile));
    await transaction
      .insertInto('bluesky_login')
      .values({ user_id: userId, account_id: accountId, connected_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet({ connected_at: now }))
      .execute();
    await recordReachedAccounts(transaction, userId);
    return accountId;
  });
}

/** Deletes a user's login; returns false if there was none. */
export async function deleteLogin(db: Database, userId: string, accountId: AccountId): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('bluesky_login')
      .where('user_id', '=', userId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    await recordReachedAccounts(transaction, userId);
    return numDeletedRows > 0n;
  });
}

/** Lists a user's logins, oldest first; with an account ID, only that one. */
export async function listLogins(db: Database, userId: string, accountId?: AccountId) {
  return db
    .selectFrom('bluesky_login as login')
    .innerJoin('account', 'account.account_id', 'login.account_id')
    .leftJoin('account_ref', (join) =>
      join.onRef('account_ref.account_id', '=', 'login.account_id').onRef('account_ref.user_id', '=', 'login.user_id'),
    )
    .select(['login.account_id', 'connected_at', 'username', 'name', 'picture', 'avatar_file', 'linked_at'])
    .select(['followers_count', 'follows_count', 'media_count'])
    .where('login.user_id', '=', userId)
    .$if(accountId !== undefined, (query) => query.where('login.account_id', '=', accountId ?? ''))
    .orderBy('connected_at')
    .orderBy('login.account_id')
    .execute();
}

export function toLogin(row: Awaited<ReturnType<typeof listLogins>>[number]): BlueskyLogin {
  return {
    accountId: row.account_id,
    username: row.username,
    name: row.name,
    picture: toAvatar(row),
    connectedAt: row.connected_at.toISOString(),
    linked: row.linked_at !== null,
  };
}
