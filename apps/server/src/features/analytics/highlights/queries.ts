import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { PostRow } from '@tidemark/contract';
import { deltaColumns } from '../../../metrics/post-columns.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { toMediaKey } from '../formulas/media-key.ts';
import type { Deltas } from '../formulas/media-item.ts';
import type { Period } from '../formulas/period.ts';
import { type PostZone, publishedWithin } from '../published-within.ts';

export interface PublishedRow {
  account_id: string;
  media_id: string;
  product_type: PostRow['productType'];
  media_type: PostRow['type'];
  published_at: Date;
  published_day: string;
}

/** Lists everything published in a period, newest first. */
export function listPublished(
  db: Database,
  scope: AccountScope,
  { period, zone }: { period: Period; zone: PostZone },
): Promise<PublishedRow[]> {
  return db
    .selectFrom('media')
    .select(['account_id', 'media_id', 'product_type', 'media_type', 'published_at', 'published_day'])
    .where('account_id', 'in', scope.accountIds)
    .where(publishedWithin(period, zone))
    .orderBy('published_at', 'desc')
    .orderBy('media_id', 'desc')
    .execute();
}

/** Sums media items' deltas in a period, by account and item: a collaboration is listed for both accounts. */
export async function sumDeltas(
  db: Database,
  scope: AccountScope,
  mediaIds: readonly string[],
  { from, to }: Period,
): Promise<Map<string, Deltas>> {
  const { rows } = await sql<Deltas & { account_id: string; media_id: string }>`
    select account_id, media_id, ${sql.join(deltaColumns.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))}
    from media_day
    where account_id = any(${sql.val(scope.accountIds)}::text[]) and media_id = any(${sql.val(mediaIds)}::text[])
      and day >= ${from} and day <= ${to}
    group by account_id, media_id`.execute(db);
  return new Map(rows.map(({ account_id, media_id, ...deltas }) => [toMediaKey({ account_id, media_id }), deltas]));
}
