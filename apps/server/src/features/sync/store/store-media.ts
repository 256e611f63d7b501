import { sql, type Selectable } from 'kysely';
import type { FetchedMedia } from '../../../clients/instagram-graph/media-node.ts';
import type { TypeMetrics } from '../../../clients/instagram-graph/type-metrics.ts';
import { noFigures } from '../../../clients/instagram-graph/media-figures.ts';
import type { Transaction } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import { toCaptionTexts } from './caption-texts.ts';
import { toDelta, hasDelta, splitFalls, type MediaDelta, type TotalFall } from './media-rows.ts';
import { finalSyncWindow, storyLife } from '../schedule/schedule-rules.ts';
import { reduceEarlierDays } from './reduce-earlier-days.ts';
import { storeMeasurements } from './store-measurements.ts';
import { storeOrSetAside } from './store-or-set-aside.ts';

type MediaRow = Selectable<SyncTables['media']>;

export interface Observation {
  observedAt: Date;
  toDay: (instant: Date) => string;
}

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

export interface StoredDelta {
  mediaId: string;
  day: string;
  delta: MediaDelta;
  /** Totals that fell too far within one day. */
  falls?: TotalFall[];
  /** Activity before the item's first sync. */
  beforeFirstSync: boolean;
}

/** Adds deltas to their days. */
export async function storeDeltas(transaction: Transaction, accountId: string, deltas: StoredDelta[]): Promise<void> {
  await reduceEarlierDays(
    transaction,
    accountId,
    deltas.flatMap(({ falls = [] }) => falls),
  );
  const real = deltas.filter(({ delta }) => hasDelta(delta));
  const [first] = real;
  if (!first) return;
  await transaction
    .insertInto('media_day')
    .values(
      real.map(({ mediaId, day, delta, beforeFirstSync }) => ({
        account_id: accountId,
        day,
        media_id: mediaId,
        ...delta,
        before_first_observation: beforeFirstSync,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'media_id'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            deltaColumns(first.delta).map((name) => [
              name,
              sql`${ref(`media_day.${name}`)} + ${ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

function deltaColumns(delta: MediaDelta): (keyof MediaDelta)[] {
  return Object.keys(delta) as (keyof MediaDelta)[]; // a delta has no other keys
}

function isNewer(row: MediaRow | undefined, observedAt: Date): boolean {
  return row === undefined || row.observed_at <= observedAt;
}

/** Posts without requested insights retain a stored refusal. */
async function upsertMedia(
  transaction: Transaction,
  accountId: string,
  media: FetchedMedia[],
  observation: Observation & { rememberRefusals: boolean },
): Promise<void> {
  if (media.length === 0) return;
  const { observedAt, toDay, rememberRefusals } = observation;
  await transaction
    .insertInto('media')
    .values(
      media.map(({ id, figures, insightsRead, ...item }) => ({
        account_id: accountId,
        media_id: id,
        product_type: item.productType,
        media_type: item.mediaType,
        caption: item.caption,
        permalink: item.permalink,
        media_url: item.mediaUrl,
        thumbnail_url: item.thumbnailUrl,
        username: item.username,
        is_collaboration: item.isCollaboration,
        published_at: item.publishedAt,
        published_day: toDay(item.publishedAt),
        ...toCaptionTexts(item.caption),
        collaborators: [],
        insights_refusal: item.refusal,
        first_observed_at: observedAt,
        observed_at: observedAt,
        insights_fetched_at: insightsRead ? observedAt : null,
        final_at: isFinalSync(item, observedAt) ? observedAt : null,
        ...figures,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'media_id']).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(described.map((name) => [name, ref(`excluded.${name}`)])),
        ...(rememberRefusals ? {} : { insights_refusal: ref('excluded.insights_refusal') }),
        ...Object.fromEntries(
          Object.keys(noFigures).map((name) => [
            name,
            sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`media.${name}`)})`,
          ]),
        ),
        insights_fetched_at: sql`coalesce(excluded.insights_fetched_at, media.insights_fetched_at)`,
        final_at: sql`coalesce(media.final_at, excluded.final_at)`,
        missing_since: null,
        gone_at: null,
      })),
    )
    .execute();
}

const described = [
  'product_type',
  'media_type',
  'caption',
  'permalink',
  'media_url',
  'thumbnail_url',
  'username',
  'hashtags',
  'mentions',
  'search_text',
  'caption_version',
  'observed_at',
] as const;

/** Returns true for a story fetched so shortly before its end that another fetch is unlikely. */
function isFinalSync({ productType, publishedAt }: Omit<FetchedMedia, 'id' | 'figures' | 'insightsRead'>, at: Date) {
  return productType === 'STORY' && at.getTime() >= publishedAt.getTime() + storyLife - finalSyncWindow;
}

function withMarker(names: string[]): string[] {
  return names.map((name) => `@${name.replace(/^@/, '')}`);
}

/** Time after which a missing post has been unlisted on two days. */
const missingMillis = 20 * 3_600_000;

/**
 * Marks posts from a period that Instagram did not list: as missing at first, and a day later as deleted. Their data
 * stays. `from` is null at the end of all lists, `to` at their beginning.
 */
export async function markUnlisted(
  transaction: Transaction,
  accountId: string,
  listed: FetchedMedia[],
  { from, to, observedAt }: { from: Date | null; to: Date | null; observedAt: Date },
): Promise<void> {
  if (listed.length === 0) return;
  await transaction
    .updateTable('media')
    .set({
      gone_at: sql`case when missing_since < ${new Date(observedAt.getTime() - missingMillis)} then coalesce(gone_at, ${observedAt}) end`,
      missing_since: sql`coalesce(missing_since, ${observedAt})`,
    })
    .where('account_id', '=', accountId)
    .where('product_type', '!=', 'STORY')
    .where('is_collaboration', '=', false)
    .$if(from !== null, (query) => query.where('published_at', '>', from))
    .$if(to !== null, (query) => query.where('published_at', '<', to))
    .where(
      'media_id',
      'not in',
      listed.map(({ id }) => id),
    )
    .execute();
}
