import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

const hour = 3_600_000;

/** Counts the user's upload attempts within the last hour. */
export async function countUploads(transaction: Transaction, userId: string, now: Date): Promise<number> {
  const { count } = await transaction
    .selectFrom('picture_upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('is_copy', '=', false)
    .where('uploaded_at', '>', new Date(now.getTime() - hour))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertUpload(
  transaction: Transaction,
  { userId, file, now, isCopy = false }: { userId: string; file: string; now: Date; isCopy?: boolean },
): Promise<number> {
  const { upload_id } = await transaction
    .insertInto('picture_upload')
    .values({ user_id: userId, file, uploaded_at: now, is_copy: isCopy })
    .returning('upload_id')
    .executeTakeFirstOrThrow();
  return upload_id;
}

/** Returns true if an upload and its file still exist: a newer upload or the user's deletion may have removed them. */
export async function hasUpload(db: Database, userId: string, file: string): Promise<boolean> {
  const row = await db
    .selectFrom('picture_upload')
    .select('upload_id')
    .where('user_id', '=', userId)
    .where('file', '=', file)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the given files that are user uploads. */
export async function listKnownUploads(db: Database, files: string[]): Promise<string[]> {
  const rows = await db.selectFrom('picture_upload').select('file').where('file', 'in', files).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}

export async function giveUpUpload(db: Database, uploadId: number): Promise<void> {
  await db.updateTable('picture_upload').set({ file: null }).where('upload_id', '=', uploadId).execute();
}

export async function findPicture(db: Database, userId: string): Promise<string | null> {
  const row = await db.selectFrom('app_user').select('picture').where('user_id', '=', userId).executeTakeFirst();
  return row?.picture ?? null;
}

/** Lists files that the user uploaded before `file`, except for `current`. */
export function listEarlierUploads(
  db: Database,
  userId: string,
  { file, current }: { file: string; current: string | null },
) {
  return db
    .selectFrom('picture_upload')
    .select(['upload_id', 'file'])
    .where('user_id', '=', userId)
    .where('file', 'is not', null)
    .where('upload_id', '<', ({ selectFrom }) =>
      selectFrom('picture_upload as newer').select('newer.upload_id').where('newer.file', '=', file),
    )
    .$if(current !== null, (query) => query.where('file', '<>', current))
    .execute();
}

/** Lists all files that the user uploaded. */
export function listUploads(db: Database, userId: string) {
  return db
    .selectFrom('picture_upload')
    .select(['upload_id', 'file'])
    .where('user_id', '=', userId)
    .where('file', 'is not', null)
    .execute();
}

/** Lists uploads that became no profile picture within a day; `start` is the URL prefix for stored pictures. */
export function listAbandonedUploads(db: Database, now: Date, start: string) {
  return db
    .selectFrom('picture_upload')
    .innerJoin('app_user', 'app_user.user_id', 'picture_upload.user_id')
    .select(['upload_id', 'file'])
    .where('file', 'is not', null)
    .where('uploaded_at', '<', new Date(now.getTime() - 24 * hour))
    .where(sql<boolean>`app_user.picture is distinct from ${start}::text || picture_upload.file`)
    .limit(500)
    .execute();
}

/** Deletes attempts that only counted towards the hourly limit. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('picture_upload')
    .where('file', 'is', null)
    .where('uploaded_at', '<', new Date(now.getTime() - hour))
    .execute();
}
