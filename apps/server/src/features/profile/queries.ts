import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

const hour = 3_600_000;

/** How often the user has tried to upload within the last hour. */
export async function countUploads(transaction: Transaction, userId: string, now: Date): Promise<number> {
  const { count } = await transaction
    .selectFrom('picture_upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('uploaded_at', '>', new Date(now.getTime() - hour))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertUpload(
  transaction: Transaction,
  { userId, file, now }: { userId: string; file: string; now: Date },
): Promise<number> {
  const { upload_id } = await transaction
    .insertInto('picture_upload')
    .values({ user_id: userId, file, uploaded_at: now })
    .returning('upload_id')
    .executeTakeFirstOrThrow();
  return upload_id;
}

/** Whether an upload is still there with its file: a newer one or the deletion of the user may have taken it away. */
export async function hasUpload(db: Database, userId: string, file: string): Promise<boolean> {
  const row = await db
    .selectFrom('picture_upload')
    .select('upload_id')
    .where('user_id', '=', userId)
    .where('file', '=', file)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of some files that somebody has uploaded. */
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

/** Files that the user uploaded before `file` and that are not `current`. */
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

/** The files of all of a user's uploads. */
export function listUploads(db: Database, userId: string) {
  return db
    .selectFrom('picture_upload')
    .select(['upload_id', 'file'])
    .where('user_id', '=', userId)
    .where('file', 'is not', null)
    .execute();
}

/** Uploads that were not made anybody's picture within a day; a picture is stored as `start` and its file. */
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

/** Rows that only counted for the limit of an hour. */
export async function deleteOldAttempts(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('picture_upload')
    .where('file', 'is', null)
    .where('uploaded_at', '<', new Date(now.getTime() - hour))
    .execute();
}
