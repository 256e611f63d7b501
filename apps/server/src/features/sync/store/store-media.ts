import { sql, type Selectable } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import { toDelta, splitFalls } from './media-rows.ts';
import { storeDeltas, type StoredDelta } from './store-deltas.ts';
import { storeMeasurements } from './store-measurements.ts';
import { storeOrSetAside } from './store-or-set-aside.ts';
import { type Observation, upsertMedia } from './upsert-media.ts';
import { type FetchedMedia, type TypeMetrics, noFigures } from './fetched-data.ts';

type MediaRow = Selectable<SyncTables['media']>;

/**
 * Stores totals, deltas and measurements in one transaction, so that deltas always add up to the total. Activity before the first
 * sync counts on the publish day and is flagged. Fetches older than the stored one are ignored.
 */
export async function storeMedia(
  transaction: Transaction,
  accountId: string,
  media: FetchedMedia[],
  { observedAt, toDay }: Observation,
): Promise<void> {
  // The same item can be on two pages if another is published between fetches.
  const unique = [...new Map(media.map((item) => [item.id, item])).values()];
  const before = await lockMedia(
    transaction,
    accountId,
    unique.map(({ id }) => id),
  );
  const today = toDay(observedAt);
  const newer = unique.filter(({ id }) => isNewer(before.get(id), observedAt));
  if (newer.length === 0) return;
  await storeOrSetAside(transaction, accountId, newer, (some) =>
    storeNewer(transaction, accountId, some, { before, today, observedAt, toDay }),
  );
}

async function storeNewer(
  transaction: Transaction,
  accountId: string,
  newer: FetchedMedia[],
  { before, today, observedAt, toDay }: Observation & { before: Map<string, MediaRow>; today: string },
): Promise<void> {
  for (const rememberRefusals of [false, true])
    await upsertMedia(
      transaction,
      accountId,
      newer.filter(({ insightsRead, refusal }) => rememberRefusals === (!insightsRead && refusal === null)),
      { observedAt, toDay, rememberRefusals },
    );
  await storeDeltas(
    transaction,
    accountId,
    newer.map((item) => {
      const earlier = before.get(item.id) ?? null;
      const publishedDay = toDay(item.publishedAt);
      return {
        mediaId: item.id,
        day: earlier ? today : publishedDay,
        ...splitFalls(item.id, earlier, toDelta(earlier, item.figures)),
        beforeFirstSync: !earlier && publishedDay !== today,
      };
    }),
  );
  await storeMeasurements(transaction, accountId, newer, observedAt);
}

/** Updates some metrics for stored media, and when they were fetched; other metrics stay unchanged. */
export async function storeFigures(
  transaction: Transaction,
  accountId: string,
  found: TypeMetrics[],
  { observedAt, toDay }: Observation,
): Promise<void> {
  const before = await lockMedia(
    transaction,
    accountId,
    found.map(({ id }) => id),
  );
  const deltas: StoredDelta[] = [];
  const newer: TypeMetrics[] = [];
  for (const own of found) {
    const row = before.get(own.id);
    if (!row || !isNewer(row, observedAt)) continue;
    newer.push(own);
    const isFirst = row.type_metrics_fetched_at === null && row.follows === null;
    const today = toDay(observedAt);
    deltas.push({
      mediaId: own.id,
      day: isFirst ? row.published_day : today,
      ...splitFalls(own.id, row, toDelta(row, { ...noFigures, ...own.figures })),
      beforeFirstSync: isFirst && row.published_day !== today,
    });
  }
  await updateFigures(transaction, accountId, newer, observedAt);
  await storeDeltas(transaction, accountId, deltas);
}

/** Updates all posts in one statement; missing metrics and collaborators stay unchanged. */
async function updateFigures(
  transaction: Transaction,
  accountId: string,
  found: TypeMetrics[],
  observedAt: Date,
): Promise<void> {
  if (found.length === 0) return;
  const reported = Object.keys(noFigures).filter((name) => found.some(({ figures }) => name in figures));
  const columns = [...reported, 'collaborators'];
  const read = found.map(({ id, figures, collaborators }) => ({
    media_id: id,
    ...figures,
    collaborators: collaborators && withMarker(collaborators),
  }));
  await sql`update media
    set type_metrics_fetched_at = ${observedAt}, ${sql.join(columns.map((name) => sql`${sql.ref(name)} = coalesce(read.${sql.ref(name)}, media.${sql.ref(name)})`))}
    from json_populate_recordset(null::media, ${JSON.stringify(read)}::json) as read
    where media.account_id = ${accountId} and media.media_id = read.media_id`.execute(transaction);
}

/** Locks media rows, so that two syncs cannot both store the same delta. */
export async function lockMedia(
  transaction: Transaction,
  accountId: string,
  mediaIds: string[],
): Promise<Map<string, MediaRow>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('media_id', 'in', mediaIds)
    .orderBy('media_id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.media_id, row]));
}

function isNewer(row: MediaRow | undefined, observedAt: Date): boolean {
  return row === undefined || row.observed_at <= observedAt;
}

function withMarker(names: string[]): string[] {
  return names.map((name) => `@${name.replace(/^@/, '')}`);
}
