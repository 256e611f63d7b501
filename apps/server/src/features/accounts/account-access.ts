import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { selectAccountLogins } from './account-logins.ts';
import { isReadable, toLoginEnd } from './rules.ts';

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
    .leftJoin(selectAccountLogins(db).as('login'), (join) =>
      join.onRef('login.user_id', '=', 'account_ref.user_id').onRef('login.account_id', '=', 'account_ref.account_id'),
    )
    .select(['account_ref.account_id', 'access_lost_at', sql<Date>`now()`.as('now')])
    .select(sql<(Date | null)[]>`array_agg(login.ends_at)`.as('login_ends'))
    .select(({ fn }) => fn.max('login.facebook_id').as('facebook_id'))
    .where('account_ref.user_id', '=', userId)
    .$if(accountIds !== undefined, (query) => query.where('account_ref.account_id', 'in', accountIds ?? []))
    .groupBy(['account_ref.account_id', 'linked_at', 'access_lost_at'])
    .orderBy('linked_at')
    .orderBy('account_ref.account_id')
    .execute();
  const logins = rows.map((row) => ({ ...row, loginEndedAt: toLoginEnd(row.login_ends, row.now) }));
  const inDoubt = logins.filter((row) => row.access_lost_at ?? row.loginEndedAt).map((row) => row.account_id);
  const syncs = await findLastSyncs(db, inDoubt);
  return logins
    .filter(({ account_id, access_lost_at: lostAt, loginEndedAt, now }) =>
      isReadable({ lostAt, loginEndedAt, lastSyncAt: syncs.get(account_id) ?? null }, now),
    )
    .map((row) => ({
      accountId: row.account_id,
      lostAt: row.access_lost_at,
      facebookId: row.access_lost_at ? null : row.facebook_id,
    }));
}

/** Lists the linked accounts that the viewer may read: in another's workspace, a client only those chosen for them. */
export async function listViewersAccounts(
  db: Database,
  { userId, member }: Pick<Viewer, 'userId' | 'member'>,
  accountIds?: readonly AccountId[],
): Promise<ReadableAccount[]> {
  const readable = await listReadableAccounts(db, userId, accountIds);
  const chosen = member?.accountIds;
  return chosen ? readable.filter(({ accountId }) => chosen.includes(accountId)) : readable;
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

/** Lists the given linked accounts, or all, that the user's own logins reach; `works` says if such a login is usable. */
export async function listAccessibleAccounts(
  db: Database,
  userId: string,
  accountIds: readonly AccountId[] | null,
): Promise<{ accountId: AccountId; works: boolean }[]> {
  if (accountIds?.length === 0) return [];
  const rows = await db
    .selectFrom('account_ref')
    .innerJoin(selectAccountLogins(db).as('login'), (join) =>
      join.onRef('login.user_id', '=', 'account_ref.user_id').onRef('login.account_id', '=', 'account_ref.account_id'),
    )
    .select(['account_ref.account_id', sql<boolean>`bool_or(coalesce(login.ends_at > now(), true))`.as('works')])
    .where('account_ref.user_id', '=', userId)
    .$if(accountIds !== null, (query) => query.where('account_ref.account_id', 'in', accountIds ?? []))
    .groupBy('account_ref.account_id')
    .execute();
  return rows.map(({ account_id, works }) => ({ accountId: account_id, works }));
}

/** Returns true if a working login of a user who has linked the account, or of this user, reaches it. */
export async function hasWorkingLogin(db: Database, accountId: AccountId, userId?: string): Promise<boolean> {
  const login = await db
    .selectFrom('account_ref')
    .innerJoin(selectAccountLogins(db).as('login'), (join) =>
      join.onRef('login.user_id', '=', 'account_ref.user_id').onRef('login.account_id', '=', 'account_ref.account_id'),
    )
    .select('account_ref.user_id')
    .where('account_ref.account_id', '=', accountId)
    .where(sql<boolean>`coalesce(login.ends_at > now(), true)`)
    .$if(userId !== undefined, (query) => query.where('account_ref.user_id', '=', userId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return login !== undefined;
}

/**
 * Stores which of a user's linked accounts are reached now, by their logins or by those of members, and which of the
 * accounts that they have brought into workspaces.
 */
export async function recordReachedAccounts(db: Database | Transaction, userId: string): Promise<void> {
  const isReached = sql<boolean>`exists (
    select from (${selectAccountLogins(db)}) as login
    where login.user_id = account_ref.user_id and login.account_id = account_ref.account_id)`;
  await db
    .updateTable('account_ref')
    .set({ access_lost_at: sql`case when ${isReached} then null else now() end` })
    .where(({ eb, or, refTuple, selectFrom }) =>
      or([
        eb('account_ref.user_id', '=', userId),
        eb(
          refTuple('account_ref.user_id', 'account_ref.account_id'),
          'in',
          selectFrom('lent_account')
            .select(['workspace_id', 'lent_account.account_id'])
            .where('lent_account.user_id', '=', userId)
            .$asTuple('workspace_id', 'account_id'),
        ),
      ]),
    )
    .where(sql<boolean>`(${isReached}) = (access_lost_at is not null)`)
    .execute();
}

/** Lists the workspaces into which a user has brought accounts, or one account. */
export async function listBorrowers(
  db: Database | Transaction,
  userId: string,
  accountId?: AccountId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('lent_account')
    .select('workspace_id')
    .distinct()
    .where('user_id', '=', userId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute();
  return rows.map((row) => row.workspace_id);
}

/** Lets a workspace read an account, which it has linked, through a member's logins. */
export async function lendAccount(
  db: Database,
  { workspaceId, accountId, userId, now }: { workspaceId: string; accountId: AccountId; userId: string; now: Date },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('lent_account')
      .values({ workspace_id: workspaceId, account_id: accountId, user_id: userId, lent_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recordReachedAccounts(transaction, workspaceId);
  });
}
