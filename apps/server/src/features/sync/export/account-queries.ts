import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { postColumns } from '../../../metrics/post-columns.ts';

const daysAtOnce = 100;

async function listDays(db: Database, table: 'account_day' | 'media_day', accountId: AccountId): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('day')
    .distinct()
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();
  return rows.map((row) => row.day);
}

/** Reads an account's daily metrics, in batches. */
export async function* readDays(db: Database, table: 'account_day' | 'media_day', accountId: AccountId) {
  const days = await listDays(db, table, accountId);
  for (let at = 0; at < days.length; at += daysAtOnce)
    yield* await db
      .selectFrom(table)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('day', 'in', days.slice(at, at + daysAtOnce))
      .orderBy('day')
      .execute();
}

export async function* readMedia(db: Database, accountId: AccountId) {
  const pageSize = 1_000;
  for (let after = '', size = pageSize; size === pageSize;) {
    const rows = await db
      .selectFrom('media')
      .select(['media_id', 'product_type', 'media_type', 'caption', 'permalink', 'published_at', 'hashtags'])
      .select([...postColumns, 'observed_at'])
      .where('account_id', '=', accountId)
      .where('media_id', '>', after)
      .orderBy('media_id')
      .limit(pageSize)
      .execute();
    yield* rows;
    size = rows.length;
    after = rows.at(-1)?.media_id ?? after;
  }
}

/** Reads measurements for young posts, in batches. */
export async function* readMeasurements(db: Database, accountId: AccountId) {
  const postsAtOnce = 200;
  for (let after = '', size = postsAtOnce; size === postsAtOnce;) {
    const posts = await db
      .selectFrom('media_measurement')
      .select('media_id')
      .distinct()
      .where('account_id', '=', accountId)
      .where('media_id', '>', after)
      .orderBy('media_id')
      .limit(postsAtOnce)
      .execute();
    size = posts.length;
    if (size === 0) return;
    after = posts.at(-1)?.media_id ?? after;
    yield* await db
      .selectFrom('media_measurement')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(
        'media_id',
        'in',
        posts.map((row) => row.media_id),
      )
      .orderBy('media_id')
      .orderBy('age_minutes')
      .execute();
  }
}

export async function* readDemographics(db: Database, accountId: AccountId) {
  const { rows } = await sql<{
    account_id: string;
    audience: string;
    day: string;
    dimension: string;
    key: string;
    value: number;
  }>`
    select demographics.account_id, demographics.audience, demographics.day, dimension.key as dimension, cell.key, cell.value::int
    from demographics
    join demographics as source on source.account_id = demographics.account_id and source.audience = demographics.audience
      and source.day = coalesce(demographics.same_as_day, demographics.day)
    cross join jsonb_each(source.cells) as dimension cross join jsonb_each_text(dimension.value) as cell
    where demographics.account_id = ${accountId}
    order by demographics.day, demographics.audience, dimension.key, cell.key`.execute(db);
  yield* rows;
}

export async function* readWindows(db: Database, accountId: AccountId) {
  yield* await db
    .selectFrom('account_window')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('end_day')
    .orderBy('days')
    .execute();
}
