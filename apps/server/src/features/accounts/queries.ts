import type { Account, AccountId, AccountRef, AccountType, SyncProblem } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { toAddress } from '../../platform/files/public-files.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { selectAccountLogins } from './account-logins.ts';
import { listViewersAccounts } from './account-access.ts';
import { explainLost } from './rules.ts';

function toUnreachable(type: AccountType): SyncProblem {
  return {
    code: 'account_unreachable',
    message: explainLost(type) ?? 'Your Meta Business login no longer lists this account. Reconnect or unlink it.',
    until: null,
  };
}

/** Lists the accounts that the viewer's workspace has linked and they may read, oldest link first, with their sync status. */
export async function listLinkedAccounts(db: Database, viewer: Pick<Viewer, 'userId' | 'member'>): Promise<Account[]> {
  const readable = await listViewersAccounts(db, viewer);
  if (readable.length === 0) return [];
  const rows = await findWithSync(
    db,
    readable.map(({ accountId }) => accountId),
  );
  const byId = new Map(rows.map((row) => [row.account_id, row]));
  return readable.flatMap(({ accountId, lostAt, facebookId }) => {
    const row = byId.get(accountId);
    return row ? [{ ...toAccount(row, facebookId), ...(lostAt && { problem: toUnreachable(row.type) }) }] : [];
  });
}

function findWithSync(db: Database, accountIds: AccountId[]) {
  return db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .selectAll('account')
    .select(['sync_state.running', 'sync_state.last_sync_at', 'sync_state.problem', 'sync_state.series_moved_at'])
    .where('account.account_id', 'in', accountIds)
    .execute();
}

function toAccount(row: Awaited<ReturnType<typeof findWithSync>>[number], facebookId: string | null): Account {
  return {
    _id: row.account_id,
    type: row.type,
    accountName: row.username,
    username: row.username,
    picture: toAvatar(row),
    profile_picture_url: toAvatar(row),
    metadata: {
      name: row.name,
      followersCount: row.followers_count,
      followsCount: row.follows_count,
      mediaCount: row.media_count,
    },
    earliestDate: row.earliest_day,
    linked: true,
    activated: row.activated_at !== null,
    syncRunning: row.running ?? false,
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
    problem: row.problem,
    correctedAt: row.series_moved_at?.toISOString() ?? null,
    dataVersion: row.data_version,
    facebookId,
  };
}

/** Returns the URL of an account's picture: our copy's once there is one, because Instagram's expires. */
export function toAvatar({ picture, avatar_file: file }: { picture: string | null; avatar_file: string | null }) {
  return picture !== null && file !== null ? toAddress(file) : picture;
}

export interface AvatarState {
  /** Instagram's URL. */
  picture: string | null;
  /** Path in the URL that was copied. */
  copiedFrom: string | null;
}

export async function findAvatarState(db: Database, accountId: AccountId): Promise<AvatarState | undefined> {
  const row = await db
    .selectFrom('account')
    .select(['picture', 'avatar_source'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && { picture: row.picture, copiedFrom: row.avatar_source };
}

/** Sets a picture's copy. Returns false if the account was deleted: the file is then unused. */
export async function setAvatar(
  db: Database,
  accountId: AccountId,
  { source, file }: { source: string; file: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ avatar_file: file, avatar_source: source })
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the given files that are copies of accounts' pictures. */
export async function listKnownAvatars(db: Database, files: string[]): Promise<string[]> {
  const rows = await db.selectFrom('account').select('avatar_file').where('avatar_file', 'in', files).execute();
  return rows.flatMap(({ avatar_file: file }) => (file === null ? [] : [file]));
}

export async function listAccountRefs(db: Database, userId: string): Promise<AccountRef[]> {
  const rows = await db
    .selectFrom('account_ref')
    .select(['account_id', 'type'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('account_id')
    .execute();
  return rows.map(({ account_id, type }) => ({ accountId: account_id, type }));
}

export function findAccount(db: Database, accountId: AccountId) {
  return db.selectFrom('account').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

export async function listLinkedUserIds(db: Database, accountId: AccountId): Promise<string[]> {
  const rows = await db.selectFrom('account_ref').select('user_id').where('account_id', '=', accountId).execute();
  return rows.map((row) => row.user_id);
}

export interface AccountProfile {
  username: string;
  name: string | null;
  picture: string | null;
  followers_count: number | null;
  follows_count: number | null;
  media_count: number | null;
}

/** Stores an account when it is first registered; later syncs update its profile. */
export async function registerAccount(
  db: Database | Transaction,
  accountId: AccountId,
  type: AccountType,
  profile: AccountProfile,
): Promise<void> {
  await db
    .insertInto('account')
    .values({ account_id: accountId, type, ...profile })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

/** Returns whether this was the first activation. */
export async function markActivated(db: Database | Transaction, accountId: AccountId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ activated_at: sql`now()`, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('activated_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateProfile(
  transaction: Transaction,
  accountId: AccountId,
  profile: AccountProfile,
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ ...profile, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .execute();
}

/** Increments the data version in the transaction that adds rows, and moves the earliest day back if needed. */
export async function recordNewRows(transaction: Transaction, accountId: AccountId, earliestDay: string | null) {
  return transaction
    .updateTable('account')
    .set({
      data_version: sql`data_version + 1`,
      earliest_day: sql`least(earliest_day, ${earliestDay}::date)`,
      updated_at: sql`now()`,
    })
    .where('account_id', '=', accountId)
    .returning(['data_version', 'earliest_day', 'followers_count', 'updated_at'])
    .executeTakeFirst();
}

/** Returns a stored account that the user has linked and may read, or that their login lists; otherwise nothing. */
export async function findVisibleAccount(
  db: Database,
  viewer: Pick<Viewer, 'userId' | 'member'>,
  accountId: AccountId,
) {
  const listed = await db
    .selectFrom(selectAccountLogins(db).as('login'))
    .select('account_id')
    .where('user_id', '=', viewer.userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const [seen] = listed ? [listed] : await listViewersAccounts(db, viewer, [accountId]);
  return seen && findAccount(db, accountId);
}
