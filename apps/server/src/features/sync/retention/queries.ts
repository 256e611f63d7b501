import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

const atOnce = 200;
const callsAtOnce = 5_000;

/** Deletes by key: a ctid, which other batches use, is unique only within one shard. */
export async function deleteOldCalls(db: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from api_call_hour
    using (select account_id, hour from api_call_hour where hour < ${before} limit ${callsAtOnce}) as old
    where api_call_hour.account_id = old.account_id and api_call_hour.hour = old.hour`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Lists one account's oldest stories published before an instant, and their picture files. */
export async function listOldStories(db: Database, before: Date) {
  const oldest = await db
    .selectFrom('media')
    .select('account_id')
    .where('product_type', '=', 'STORY')
    .where('published_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return [];
  return db
    .selectFrom('media')
    .leftJoin('media_thumbnail', (join) =>
      join
        .onRef('media_thumbnail.account_id', '=', 'media.account_id')
        .onRef('media_thumbnail.media_id', '=', 'media.media_id'),
    )
    .select(['media.account_id', 'media.media_id', 'file'])
    .where('media.account_id', '=', oldest.account_id)
    .where('product_type', '=', 'STORY')
    .where('published_at', '<', before)
    .limit(atOnce)
    .execute();
}

/** Returns the given files that are pictures of media. */
export async function listKnownCopies(db: Database, files: string[]): Promise<string[]> {
  const rows = await db.selectFrom('media_thumbnail').select('file').where('file', 'in', files).execute();
  return rows.flatMap(({ file }) => (file === null ? [] : [file]));
}
