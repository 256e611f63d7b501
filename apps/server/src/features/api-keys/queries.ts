import type { KeyScope } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';

const shown = ['key_id', 'name', 'hint', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

export function findKey(db: Database, keyHash: Buffer) {
  return db
    .selectFrom('api_key')
    .innerJoin('app_user', 'app_user.user_id', 'api_key.user_id')
    .select(['key_id', 'api_key.user_id', 'scopes', 'expires_at', 'last_used_at', 'disabled_at'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
}

export async function recordKeyUse(db: Database, keyId: string, at: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: at }).where('key_id', '=', keyId).execute();
}

export function listKeys(db: Database, userId: string) {
  return db
    .selectFrom('api_key')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .execute();
}

/** Counts a user's keys. Locks the user, so that concurrent calls count each other's keys. */
export async function countKeysOfUser(transaction: Transaction, userId: string): Promise<number> {
  await lockUser(transaction, userId);
  const { count } = await transaction
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertKey(
  transaction: Transaction,
  key: {
    key_id: string;
    user_id: string;
    key_hash: Buffer;
    name: string;
    hint: string;
    scopes: KeyScope[];
    created_at: Date;
    expires_at: Date | null;
  },
) {
  return transaction.insertInto('api_key').values(key).returning(shown).executeTakeFirstOrThrow();
}

/** Deletes a key; returns false if the user has no such key. */
export async function deleteKey(db: Database, { userId, keyId }: { userId: string; keyId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_key')
    .where('user_id', '=', userId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAllKeys(db: Database): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('api_key').executeTakeFirst();
  return Number(numDeletedRows);
}

export async function countKeys(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
