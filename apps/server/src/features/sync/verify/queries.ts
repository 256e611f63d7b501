import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { PartSyncTimes } from '../../../database/tables/sync.ts';
import { listSnapshots } from '../store/snapshots.ts';
import type { Cell, StoredDay, StoredPost, Window } from './rules.ts';

/** Lists accounts that are being synced, or the named account in any state. */
export function listVerifiable(db: Database, accountId: string | null) {
  return db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .select(['account.account_id', 'username', 'initialized_at', 'part_synced_at', 'refused_metrics', 'series_shift'])
    .$if(accountId === null, (query) => query.where('activated_at', 'is not', null).where('orphaned_at', 'is', null))
    .$if(accountId !== null, (query) => query.where('account.account_id', '=', accountId))
    .orderBy('account.account_id')
    .execute();
}

export type Verifiable = Awaited<ReturnType<typeof listVerifiable>>[number] & { part_synced_at: PartSyncTimes | null };

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

const deltaMetrics = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows'] as const;

export async function listStoredPosts(db: Database, accountId: string): Promise<StoredPost[]> {
  const rows = await db
    .selectFrom('media')
    .leftJoin(
      ({ selectFrom }) =>
        selectFrom('media_day')
          .select('media_id')
          .select(({ fn }) => deltaMetrics.map((metric) => fn.sum<number>(metric).as(`${metric}_delta`)))
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
    totals: Object.fromEntries(deltaMetrics.map((metric) => [metric, row[metric]])),
    deltas: Object.fromEntries(deltaMetrics.map((metric) => [metric, row[`${metric}_delta`]])),
  }));
}

/** Counts media in all accounts whose deltas do not add up to their totals; must be 0. */
export async function countUnevenMedia(db: Database): Promise<number> {
  const uneven = sql.join(
    deltaMetrics.map(
      (metric) => sql`coalesce(sum(media_day.${sql.ref(metric)}), 0) <> coalesce(max(media.${sql.ref(metric)}), 0)`,
    ),
    sql` or `,
  );
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from media left join media_day
      on media_day.account_id = media.account_id and media_day.media_id = media.media_id
    group by media.account_id, media.media_id having ${uneven}) as uneven`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts measurements without their post, with a wrong age, or newer than the last sync; must be 0. */
export async function countWrongMeasurements(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from media_measurement as measured left join media
      on media.account_id = measured.account_id and media.media_id = measured.media_id
    where media.media_id is null or measured_at > observed_at
      or age_minutes <> floor(extract(epoch from measured_at - published_at) / 60)`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listGaps(db: Database, accountId: string) {
  return db
    .selectFrom('sync_gap')
    .select(['kind', 'from_at', 'to_at', 'reason'])
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'corrected')
    .execute();
}
