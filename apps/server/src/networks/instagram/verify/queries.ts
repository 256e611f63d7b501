import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { PartSyncTimes } from '../../../database/tables/sync.ts';
import { deltaColumns } from '../../../metrics/post-columns.ts';
import type { Cell, StoredDay, StoredPost, Window } from './rules.ts';
import { listSnapshots, type listSyncedAccounts } from '../../../features/sync/index.ts';

export type Verifiable = Awaited<ReturnType<typeof listSyncedAccounts>>[number] & {
  part_synced_at: PartSyncTimes | null;
};

export async function listDays(
  db: Database,
  accountId: string,
  from: string,
  to: string,
): Promise<Map<string, StoredDay>> {
  const rows = await db
    .selectFrom('account_day')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
  return new Map(
    rows.map(({ account_id: _account, day, complete, fetched_at: _fetched, ...figures }) => [
      day,
      { complete, figures },
    ]),
  );
}

/** Lists the windows that the last sync fetched. */
export async function listWindows(db: Database, accountId: string): Promise<Window[]> {
  const rows = await db
    .selectFrom('account_window')
    .select(['end_day', 'days', 'reach', 'engaged'])
    .where('account_id', '=', accountId)
    .where('fetched_at', '=', ({ selectFrom }) =>
      selectFrom('account_window')
        .select(({ fn }) => fn.max('fetched_at').as('at'))
        .where('account_id', '=', accountId),
    )
    .execute();
  return rows.map(({ end_day: endDay, ...window }) => ({ endDay, ...window }));
}

export function listOnline(db: Database, accountId: string, from: string) {
  return db
    .selectFrom('online_followers')
    .select(['day', 'hours'])
    .where('account_id', '=', accountId)
    .where('day', '>=', from)
    .execute();
}

export async function findSnapshot(
  db: Database,
  accountId: string,
  audience: 'follower' | 'engaged',
): Promise<{ day: string; cells: Cell[] } | null> {
  const snapshot = await listSnapshots(db, accountId, audience)
    .select(['demographics.day', 'source.cells'])
    .limit(1)
    .executeTakeFirst();
  if (!snapshot) return null;
  const cells = Object.entries(snapshot.cells ?? {}).flatMap(([dimension, some]) =>
    Object.entries(some).map(([key, value]) => ({ dimension, key, value })),
  );
  return { day: snapshot.day, cells };
}

export async function listStoredPosts(db: Database, accountId: string): Promise<StoredPost[]> {
  const rows = await db
    .selectFrom('media')
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('media_day')
          .select('media_id')
          .select(({ fn }) => deltaColumns.map((metric) => fn.sum<number>(metric).as(`${metric}_delta`)))
          .where('account_id', '=', accountId)
          .groupBy('media_id')
          .as('deltas'),
      (join) => join.onRef('deltas.media_id', '=', 'media.media_id'),
    )
    .selectAll()
    .select(sql<string>`media.media_id`.as('id'))
    .where('account_id', '=', accountId)
    .where('is_collaboration', '=', false)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    isStory: row.product_type === 'STORY',
    publishedAt: row.published_at,
    observedAt: row.observed_at,
    isGone: row.gone_at !== null || row.missing_since !== null,
    hasInsights: row.insights_refusal === null,
    totals: Object.fromEntries(deltaColumns.map((metric) => [metric, row[metric]])),
    deltas: Object.fromEntries(deltaColumns.map((metric) => [metric, row[`${metric}_delta`]])),
  }));
}

export async function listGaps(db: Database, accountId: string) {
  return db
    .selectFrom('sync_gap')
    .select(['kind', 'from_at', 'to_at', 'reason'])
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'corrected')
    .execute();
}
