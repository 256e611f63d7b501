import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { isReadable } from './rules.ts';

/** Time when a login stopped or will stop working; null if it does not expire. */
const loginEnd = sql<Date | null>`least(login.broken_at, login.expires_at, login.data_access_expires_at)`;

export interface ReadableAccount {
  accountId: AccountId;
  /** Time when the user's login stopped listing the account. */
  lostAt: Date | null;
  /** The Facebook user whose login lists the account; null if the user's login does not. */
  facebookId: string | null;
}

/** Lists the linked accounts with data that the user may read, oldest link first. */
export async function listReadableAccounts(
  db: Database,
  userId: string,
  accountIds?: readonly AccountId[],
): Promise<ReadableAccount[]> {
  const rows = await db
    .selectFrom('account_ref')
    .leftJoin('meta_connection as login', 'login.user_id', 'account_ref.user_id')
    .select(['account_id', 'access_lost_at', 'login.meta_user_id', sql<Date>`now()`.as('now')])
    .select(sql<Date | null>`case when ${loginEnd} <= now() then ${loginEnd} end`.as('login_ended_at'))
    .where('account_ref.user_id', '=', userId)
    .$if(accountIds !== undefined, (query) => query.where('account_id', 'in', accountIds ?? []))
    .orderBy('linked_at')
    .orderBy('account_id')
    .execute();
  const inDoubt = rows.filter((row) => row.access_lost_at ?? row.login_ended_at).map((row) => row.account_id);
  const syncs = await findLastSyncs(db, inDoubt);
  return rows
    .filter(({ account_id, access_lost_at: lostAt, login_ended_at: loginEndedAt, now }) =>
      isReadable({ lostAt, loginEndedAt, lastSyncAt: syncs.get(account_id) ?? null }, now),
    )
    .map((row) => ({
      accountId: row.account_id,
      lostAt: row.access_lost_at,
      facebookId: row.access_lost_at ? null : row.meta_user_id,
    }));
}

async function findLastSyncs(db: Database, accountIds: AccountId[]): Promise<Map<AccountId, Date | null>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sync_state')
    .select(['account_id', 'last_sync_at'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.last_sync_at]));
}

/** Lists the given linked accounts that the user's own login lists; `works` says if that login is usable. */
export async function listAccessibleAccounts(
  db: Database,
  userId: string,
  accountIds: readonly AccountId[],
): Promise<{ accountId: AccountId; works: boolean }[]> {
  if (accountIds.length === 0) return [];
  const rows = await db
    .selectFrom('account_ref')
    .innerJoin('connection_account as listed', (join) =>
      join
        .onRef('listed.user_id', '=', 'account_ref.user_id')
        .onRef('listed.account_id', '=', 'account_ref.account_id'),
    )
    .innerJoin('meta_connection as login', 'login.user_id', 'account_ref.user_id')
    .select(['account_ref.account_id', sql<boolean>`coalesce(${loginEnd} > now(), true)`.as('works')])
    .where('account_ref.user_id', '=', userId)
    .where('account_ref.account_id', 'in', accountIds)
    .execute();
  return rows.map(({ account_id, works }) => ({ accountId: account_id, works }));
}

/** Stores which linked accounts a user's login lists now; none without a login. */
export async function recordListedAccounts(
  db: Database | Transaction,
  userId: string,
  listed: readonly AccountId[],
): Promise<void> {
  const isListed = sql<boolean>`account_id = any(${sql.val(listed)}::text[])`;
  await db
    .updateTable('account_ref')
    .set({ access_lost_at: sql`case when ${isListed} then null else now() end` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`${isListed} = (access_lost_at is not null)`)
    .execute();
}
