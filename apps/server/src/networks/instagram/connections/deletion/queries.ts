import { dayMillis, type AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import { deleteBatch } from '../../../../database/delete-batch.ts';

const retentionDays = 400;
/** Longer than a signed request is accepted. */
const deauthorizationDays = 2;

/** Whose user IDs a request names: each of the app's two identities has its own, and its own secret. */
export type IdIssuer = 'facebook' | 'instagram';

/** Records a request; repeated requests return the same code. */
export async function recordDeletion(
  db: Database,
  values: { code: string; request_hash: Buffer; meta_user_id: string; id_issuer: IdIssuer; requested_at: Date },
): Promise<{ code: string; completed_at: Date | null }> {
  return db
    .insertInto('meta_deletion')
    .values(values)
    .onConflict((conflict) => conflict.column('request_hash').doUpdateSet({ code: sql`meta_deletion.code` }))
    .returning(['code', 'completed_at'])
    .executeTakeFirstOrThrow();
}

export function findDeletion(db: Database, code: string) {
  return db.selectFrom('meta_deletion').selectAll().where('code', '=', code).executeTakeFirst();
}

export type Deletion = NonNullable<Awaited<ReturnType<typeof findDeletion>>>;

export function listOpenDeletions(db: Database) {
  return db.selectFrom('meta_deletion').selectAll().where('completed_at', 'is', null).orderBy('requested_at').execute();
}

/** A login to delete: a user's business login, or their login at Instagram for one account. */
export interface DeletionLogin {
  userId: string;
  accountId: AccountId | null;
}

/** Lists the logins of a user at Facebook or Instagram. */
export async function listDeletionLogins(db: Database, metaUserId: string, issuer: IdIssuer): Promise<DeletionLogin[]> {
  if (issuer === 'facebook') {
    const rows = await db
      .selectFrom('meta_connection')
      .select('user_id')
      .where('meta_user_id', '=', metaUserId)
      .orderBy('user_id')
      .execute();
    return rows.map((row) => ({ userId: row.user_id, accountId: null }));
  }
  const rows = await db
    .selectFrom('instagram_login')
    .select(['user_id', 'account_id'])
    // Meta does not say which of the two IDs its requests name.
    .where(({ or, eb }) => or([eb('app_user_id', '=', metaUserId), eb('account_id', '=', metaUserId)]))
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, accountId: row.account_id }));
}

/** Lists the accounts that only this login of the user reaches. */
export async function listDeletionAccounts(db: Database, { userId, accountId }: DeletionLogin): Promise<AccountId[]> {
  const listed = db.selectFrom('connection_account').select('account_id').where('user_id', '=', userId);
  const own = db.selectFrom('instagram_login').select('account_id').where('user_id', '=', userId);
  const rows =
    accountId === null
      ? await db
          .selectFrom(
            listed
              .union(
                db
                  .selectFrom('account_ref')
                  .select('account_id')
                  .where('user_id', '=', userId)
                  .where('type', '=', 'instagram_account'),
              )
              .except(own)
              .as('reached'),
          )
          .select('account_id')
          .execute()
      : await db
          .selectFrom(own.where('account_id', '=', accountId).except(listed).as('reached'))
          .select('account_id')
          .execute();
  return rows.map((row) => row.account_id);
}

/** Records the accounts deleted with a login, to determine when the deletion is complete. */
export async function recordDeletionAccounts(db: Database, code: string, accountIds: AccountId[]): Promise<void> {
  await db
    .updateTable('meta_deletion')
    .set({
      account_ids: sql`array(select unnest(account_ids) union select unnest(${sql.val(accountIds)}::text[]))`,
    })
    .where('code', '=', code)
    .execute();
}

/** Counts a deletion's accounts that still exist but are not linked by anyone. */
export async function countGoing(db: Database, accountIds: string[]): Promise<number> {
  if (accountIds.length === 0) return 0;
  const { count } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', 'in', accountIds)
    .where('orphaned_at', '=', new Date(0))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes expired codes, in batches. */
export function deleteOldDeletions(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'meta_deletion', sql`completed_at < ${new Date(now.getTime() - retentionDays * dayMillis)}`);
}

/** Marks the deletion as complete and deletes everything but the code. */
export async function closeDeletion(db: Database, code: string, at: Date): Promise<void> {
  await db
    .updateTable('meta_deletion')
    .set({ meta_user_id: null, account_ids: [], completed_at: at })
    .where('code', '=', code)
    .where('completed_at', 'is', null)
    .execute();
}

/** Returns true if this request was already processed: a replay must not end a newer login. */
export async function hasDeauthorization(db: Database, requestHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('meta_deauthorization')
    .select('request_hash')
    .where('request_hash', '=', requestHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveDeauthorization(db: Database, requestHash: Buffer, receivedAt: Date): Promise<void> {
  await db
    .insertInto('meta_deauthorization')
    .values({ request_hash: requestHash, received_at: receivedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function deleteOldDeauthorizations(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - deauthorizationDays * dayMillis);
  return deleteBatch(db, 'meta_deauthorization', sql`received_at < ${before}`);
}
