import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';

const keptDays = 400;

/** Notes a request, or finds it noted: the code is the same then. */
export async function noteDeletion(
  db: Database,
  values: { code: string; request_hash: Buffer; meta_user_id: string; requested_at: Date },
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

/** Our users who have connected as a person of Meta. */
export async function listUsersOf(db: Database, metaUserId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('meta_connection')
    .select('user_id')
    .where('meta_user_id', '=', metaUserId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/** Remembers which accounts go with a login, so that it can be told when the last one is gone. */
export async function noteAccountsOf(db: Database, code: string, userId: string): Promise<void> {
  await db
    .updateTable('meta_deletion')
    .set({
      account_ids: sql`array(
        select unnest(account_ids) union select account_id from connection_account where user_id = ${userId}
        union select account_id from account_ref where user_id = ${userId})`,
    })
    .where('code', '=', code)
    .execute();
}

/** Accounts of a deletion that are still here and that nobody has linked: they are about to go. */
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

/** Codes that nobody will ask for any more, some at a time. */
export function forgetOldDeletions(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'meta_deletion', sql`completed_at < ${new Date(now.getTime() - keptDays * 86_400_000)}`);
}

/** It is done: of who asked, nothing is left but the code. */
export async function closeDeletion(db: Database, code: string, at: Date): Promise<void> {
  await db
    .updateTable('meta_deletion')
    .set({ meta_user_id: null, account_ids: [], completed_at: at })
    .where('code', '=', code)
    .where('completed_at', 'is', null)
    .execute();
}
