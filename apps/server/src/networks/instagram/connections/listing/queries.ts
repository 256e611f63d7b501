import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { InstagramProfile } from '../../client/instagram-profile.ts';
import type { Database } from '../../../../database/database.ts';
import { recordReachedAccounts, toAvatar } from '../../../../features/accounts/index.ts';

/**
 * Replaces a login's account list; `seen_at` is the start of uninterrupted listing. Returns true if accounts were added
 * or removed.
 */
export async function saveListedAccounts(db: Database, userId: string, accounts: InstagramProfile[]): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Locks the connection's row, so that concurrent fetches cannot mix their lists.
    const connection = await transaction
      .selectFrom('meta_connection')
      .select('user_id')
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!connection) return false;
    const before = await transaction
      .selectFrom('connection_account')
      .select('account_id')
      .where('user_id', '=', userId)
      .execute();
    const ids = new Set(accounts.map(({ id }) => id));
    const gone = before.map((row) => row.account_id).filter((id) => !ids.has(id));
    if (gone.length > 0)
      await transaction
        .deleteFrom('connection_account')
        .where('user_id', '=', userId)
        .where('account_id', 'in', gone)
        .execute();
    const hasChanged = gone.length > 0 || ids.size > before.length;
    if (ids.size > 0)
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
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'account_id']).doUpdateSet(({ ref }) => ({
            username: ref('excluded.username'),
            name: ref('excluded.name'),
            picture: ref('excluded.picture'),
            followers_count: ref('excluded.followers_count'),
            follows_count: ref('excluded.follows_count'),
            media_count: ref('excluded.media_count'),
          })),
        )
        .execute();
    await recordReachedAccounts(transaction, userId);
    return hasChanged;
  });
}

const listingSeconds = 10;

/** Lets one caller fetch a login's list; returns false if it was fetched or tried recently. */
export async function claimListing(db: Database, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ accounts_fetched_at: now })
    .where('user_id', '=', userId)
    .where(({ or, eb }) =>
      or([
        eb('accounts_fetched_at', 'is', null),
        eb('accounts_fetched_at', '<=', new Date(now.getTime() - listingSeconds * 1000)),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Lists accounts that the user has linked or that the login listed last: a new list should contain them. Accounts with
 * a login at Instagram may have no page.
 */
export async function listExpectedAccounts(db: Database, userId: string): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('account_ref')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('type', '=', 'instagram_account')
    .except(db.selectFrom('instagram_login').select('account_id').where('user_id', '=', userId))
    .union(db.selectFrom('connection_account').select('account_id').where('user_id', '=', userId))
    .execute();
  return rows.map((row) => row.account_id);
}

const listedColumns = [
  'user_id',
  'account_id',
  'username',
  'name',
  'picture',
  'followers_count',
  'follows_count',
  'media_count',
] as const;

/** Selects the accounts that a user's logins reach, each once; those of the business login only while it works. */
function selectReached(db: Database, userId: string, { worksAtMeta }: { worksAtMeta: boolean }) {
  const own = db.selectFrom('instagram_login').select(listedColumns).where('user_id', '=', userId);
  const listed = db
    .selectFrom('connection_account')
    .select(listedColumns)
    .where('user_id', '=', userId)
    .$if(!worksAtMeta, (query) => query.where(sql<boolean>`false`));
  return listed.unionAll(
    own.$if(worksAtMeta, (query) =>
      query.where(
        'account_id',
        'not in',
        db.selectFrom('connection_account').select('account_id').where('user_id', '=', userId),
      ),
    ),
  );
}

/** Lists the accounts that the user's logins reach, with their link and sync status. */
export async function listReachedAccounts(db: Database, userId: string, options: { worksAtMeta: boolean }) {
  const listed = await db
    .selectFrom(selectReached(db, userId, options).as('listed'))
    .leftJoin('account_ref as link', (join) =>
      join.onRef('link.account_id', '=', 'listed.account_id').onRef('link.user_id', '=', 'listed.user_id'),
    )
    .selectAll('listed')
    .select('link.linked_at')
    .orderBy('listed.followers_count', (order) => order.desc().nullsLast())
    .orderBy('listed.username')
    .execute();
  const syncs = await findSyncs(
    db,
    listed.map((row) => row.account_id),
  );
  return listed.map((row) => ({ ...row, ...(syncs.get(row.account_id) ?? neverRead) }));
}

/** Lists linked accounts that no login reaches, without metrics, because other users may still sync them. */
export async function listUnreachedAccounts(db: Database, userId: string, options: { worksAtMeta: boolean }) {
  const refs = await db
    .selectFrom('account_ref as link')
    .leftJoin(selectReached(db, userId, options).as('listed'), (join) =>
      join.onRef('listed.user_id', '=', 'link.user_id').onRef('listed.account_id', '=', 'link.account_id'),
    )
    .select(['link.account_id', 'link.linked_at'])
    .where('link.user_id', '=', userId)
    .where('link.type', '=', 'instagram_account')
    .where('listed.account_id', 'is', null)
    .execute();
  if (refs.length === 0) return [];
  const linkedAt = new Map(refs.map((row) => [row.account_id, row.linked_at]));
  const accounts = await db
    .selectFrom('account')
    .select(['account_id', 'username', 'name', 'picture', 'avatar_file'])
    .where('account_id', 'in', [...linkedAt.keys()])
    .orderBy('username')
    .execute();
  return accounts.map(({ avatar_file, ...row }) => ({
    ...row,
    picture: toAvatar({ ...row, avatar_file }),
    followers_count: null,
    follows_count: null,
    media_count: null,
    linked_at: linkedAt.get(row.account_id) ?? null,
    ...neverRead,
  }));
}

const neverRead = { running: null, last_sync_at: null, problem: null };

async function findSyncs(db: Database, accountIds: AccountId[]) {
  if (accountIds.length === 0) return new Map<AccountId, never>();
  const rows = await db
    .selectFrom('sync_state')
    .select(['account_id', 'running', 'last_sync_at', 'problem'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row]));
}

export function findListedAccount(db: Database, userId: string, accountId: AccountId) {
  return db
    .selectFrom('connection_account')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}
