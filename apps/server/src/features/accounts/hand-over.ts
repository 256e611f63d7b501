import { sql } from 'kysely';
import type { Transaction } from '../../database/database.ts';
import { recordReachedAccounts } from './account-access.ts';
import { selectOwnLogins } from './account-logins.ts';

/** Counts the accounts that a user has linked. */
export async function countReferences(transaction: Transaction, userId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('account_ref')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Links a workspace's accounts for the person to whom it is handed over. */
export async function copyReferences(transaction: Transaction, { from, to }: { from: string; to: string }) {
  await sql`insert into account_ref (user_id, account_id, type, linked_at, access_lost_at)
    select ${to}, account_id, type, linked_at, access_lost_at from account_ref where user_id = ${from}`.execute(
    transaction,
  );
}

/**
 * Lets a workspace that was handed over read its accounts as before: those of its earlier person, and those that
 * members have brought. The earlier person keeps those that their own logins reach.
 */
export async function lendToNewOwner(
  transaction: Transaction,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const isOwn = sql<boolean>`exists (
    select from (${selectOwnLogins(transaction)}) as login
    where login.user_id = account_ref.user_id and login.account_id = account_ref.account_id)`;
  await sql`insert into lent_account (workspace_id, account_id, user_id, lent_at)
    select ${to}::uuid, account_id, user_id, lent_at from lent_account
    where workspace_id = ${from} and user_id <> ${to}
    union all
    select ${to}::uuid, account_id, user_id, ${now}::timestamptz from account_ref where user_id = ${from} and ${isOwn}`.execute(
    transaction,
  );
  await transaction
    .deleteFrom('account_ref')
    .where('user_id', '=', from)
    .where(sql<boolean>`not ${isOwn}`)
    .execute();
  await recordReachedAccounts(transaction, to);
}
