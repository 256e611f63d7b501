import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

/** Longer than the slowest claim; afterwards a crashed process's claim expires. */
const claimMinutes = 3;

export interface ThumbnailClaim {
  accountId: string;
  /** Account's data version when it was claimed; later changes are processed later. */
  version: number;
  /** True if the account has never been claimed before. */
  isFirst: boolean;
}

/** Claims an account with new pictures or due retries, longest waiting first. */
export async function claimAccount(db: Database, now: Date): Promise<ThumbnailClaim | null> {
  const waiting = await db
    .selectFrom('account')
    .leftJoin('thumbnail_queue', 'thumbnail_queue.account_id', 'account.account_id')
    .select(['account.account_id', 'account.data_version', 'thumbnail_queue.account_id as queued_id'])
    .where('account.orphaned_at', 'is', null)
    .where(({ or, eb, ref }) =>
      or([
        eb('thumbnail_queue.account_id', 'is', null),
        eb('checked_version', '<>', ref('data_version')),
        eb('next_check_at', '<=', now),
      ]),
    )
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .orderBy(sql`claimed_until nulls first`)
    .limit(20)
    .execute();
  const until = new Date(now.getTime() + claimMinutes * 60_000);
  for (const { account_id: accountId, data_version: version, queued_id: queuedId } of waiting) {
    const taken = await db
      .insertInto('thumbnail_queue')
      .values({ account_id: accountId, claimed_until: until })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ claimed_until: until })
          .where(({ or, eb }) =>
            or([eb('thumbnail_queue.claimed_until', 'is', null), eb('thumbnail_queue.claimed_until', '<=', now)]),
          ),
      )
      .returning('account_id')
      .executeTakeFirst();
    if (taken) return { accountId, version, isFirst: queuedId === null };
  }
  return null;
}

/** Releases the account. `seenVersion` means that everything up to that version was fetched. */
export async function releaseAccount(
  db: Database,
  accountId: string,
  now: Date,
  { checkedVersion }: { checkedVersion?: number } = {},
): Promise<void> {
  await db
    .updateTable('thumbnail_queue')
    .set(({ selectFrom }) => ({
      claimed_until: now,
      next_check_at: selectFrom('media_thumbnail')
        .select(({ fn }) => fn.min('next_attempt_at').as('at'))
        .whereRef('media_thumbnail.account_id', '=', 'thumbnail_queue.account_id')
        // Citus would otherwise update on all shards.
        .where('media_thumbnail.account_id', '=', accountId)
        .where('file', 'is', null)
        .where('url_rejected', '=', false),
      ...(checkedVersion === undefined ? {} : { checked_version: checkedVersion }),
    }))
    .where('account_id', '=', accountId)
    .execute();
}

/** Frees all claims at once, after the only process has crashed. */
export async function releaseThumbnailClaims(db: Database): Promise<void> {
  await db.updateTable('thumbnail_queue').set({ claimed_until: null }).execute();
}

/** Lists an account's newest media that have a picture but no copy, and are due for an attempt. */
export async function listWithoutCopy(db: Database, accountId: string, now: Date, limit: number) {
  const rows = await db
    .selectFrom('media')
    .leftJoin('media_thumbnail', (join) =>
      join
        .onRef('media_thumbnail.account_id', '=', 'media.account_id')
        .onRef('media_thumbnail.media_id', '=', 'media.media_id'),
    )
    .select(['media.media_id', 'media.thumbnail_url', 'media.media_url'])
    .where('media.account_id', '=', accountId)
    .where(({ or, and, eb }) =>
      or([eb('thumbnail_url', 'is not', null), and([eb('media_type', '=', 'IMAGE'), eb('media_url', 'is not', null)])]),
    )
    .where(({ or, and, eb, ref }) =>
      or([
        eb('media_thumbnail.media_id', 'is', null),
        and([
          eb('file', 'is', null),
          eb('next_attempt_at', '<=', now),
          // A rejected URL is retried only after the media item was fetched again with a new URL.
          or([eb('url_rejected', '=', false), eb('observed_at', '>', ref('last_attempt_at'))]),
        ]),
      ]),
    )
    .orderBy('published_day', 'desc')
    .orderBy('published_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ mediaId: row.media_id, address: row.thumbnail_url ?? row.media_url ?? '' }));
}

/** Records a copy. Returns false if there is a copy already or the item was deleted: the file is then unused. */
export async function recordCopy(
  db: Database,
  { accountId, mediaId, key, file, bytes, now }: NewThumbnail & { file: string; bytes: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into media_thumbnail (account_id, media_id, key, file, bytes, stored_at, last_attempt_at)
    select account_id, media_id, ${key}, ${file}, ${bytes}, ${now}, ${now}
    from media where account_id = ${accountId} and media_id = ${mediaId}
    on conflict (account_id, media_id) do update
      set file = excluded.file, bytes = excluded.bytes, stored_at = excluded.stored_at, last_attempt_at = excluded.last_attempt_at,
        next_attempt_at = null
      where media_thumbnail.file is null
    returning media_id`.execute(db);
  return rows.length > 0;
}

interface NewThumbnail {
  accountId: string;
  mediaId: string;
  key: string;
  now: Date;
}

/** Records a failure: waits ten minutes after the first and doubles after each further one, up to a day. */
export async function recordFailure(
  db: Database,
  { accountId, mediaId, key, now, urlRejected }: NewThumbnail & { urlRejected: boolean },
): Promise<void> {
  await sql`
    insert into media_thumbnail (account_id, media_id, key, failures, last_attempt_at, url_rejected, next_attempt_at)
    select account_id, media_id, ${key}, 1, ${now}, ${urlRejected}, ${now}::timestamptz + interval '10 minutes'
    from media where account_id = ${accountId} and media_id = ${mediaId}
    on conflict (account_id, media_id) do update
      set failures = media_thumbnail.failures + 1, last_attempt_at = excluded.last_attempt_at,
        url_rejected = excluded.url_rejected,
        next_attempt_at = (excluded.last_attempt_at at time zone 'UTC'
          + least(interval '1 day', interval '10 minutes' * power(2, least(media_thumbnail.failures, 10)))) at time zone 'UTC'
      where media_thumbnail.file is null`.execute(db);
}

/** Returns a copy's file, if the key matches. */
export async function findCopy(db: Database, accountId: string, mediaId: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('media_thumbnail')
    .select('file')
    .where('account_id', '=', accountId)
    .where('media_id', '=', mediaId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.file ?? null;
}
