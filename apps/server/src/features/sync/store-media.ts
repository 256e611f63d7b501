import { sql, type Selectable } from 'kysely';
import type { FetchedMedia, OwnFigures } from '../../clients/instagram-graph/media.ts';
import { noFigures } from '../../clients/instagram-graph/media-figures.ts';
import type { Transaction } from '../../database/database.ts';
import type { SyncTables } from '../../database/tables/sync.ts';
import { gainOf, hasGain, tagsIn, type MediaGain } from './media-rows.ts';
import { lastReadingSpan, storyLife } from './rhythm-rules.ts';

type MediaRow = Selectable<SyncTables['media']>;

export interface Observation {
  observedAt: Date;
  dayOf: (instant: Date) => string;
}

/**
 * Totals, and what was gained since the reading before, in one transaction: the sum of the gains is always the total.
 * What a media had before it was first read stands on the day it was published, flagged. A reading that is older than
 * the one that is stored changes nothing.
 */
export async function storeMedia(
  transaction: Transaction,
  accountId: string,
  media: FetchedMedia[],
  { observedAt, dayOf }: Observation,
): Promise<void> {
  // The same media can stand on two pages when one is published while they are read.
  const unique = [...new Map(media.map((item) => [item.id, item])).values()];
  const before = await lockMedia(
    transaction,
    accountId,
    unique.map(({ id }) => id),
  );
  const today = dayOf(observedAt);
  const newer = unique.filter(({ id }) => isNewer(before.get(id), observedAt));
  if (newer.length === 0) return;
  for (const keepRefusals of [false, true])
    await upsertMedia(
      transaction,
      accountId,
      newer.filter(({ insightsRead, refusal }) => keepRefusals === (!insightsRead && refusal === null)),
      { observedAt, dayOf, keepRefusals },
    );
  await storeGains(
    transaction,
    accountId,
    newer.map((item) => {
      const earlier = before.get(item.id);
      const publishedDay = dayOf(item.publishedAt);
      return {
        mediaId: item.id,
        day: earlier ? today : publishedDay,
        gain: gainOf(earlier ?? null, item.figures),
        beforeFirst: !earlier && publishedDay !== today,
      };
    }),
  );
}

/** Some figures of media that are stored already, and when they were read; the others stay as they are. */
export async function storeFigures(
  transaction: Transaction,
  accountId: string,
  found: OwnFigures[],
  { observedAt, dayOf }: Observation,
): Promise<void> {
  const before = await lockMedia(
    transaction,
    accountId,
    found.map(({ id }) => id),
  );
  const gains: StoredGain[] = [];
  const newer: OwnFigures[] = [];
  for (const own of found) {
    const row = before.get(own.id);
    if (!row || !isNewer(row, observedAt)) continue;
    newer.push(own);
    const isFirst = row.own_read_at === null && row.follows === null;
    const today = dayOf(observedAt);
    gains.push({
      mediaId: own.id,
      day: isFirst ? row.published_day : today,
      gain: gainOf(row, { ...noFigures, ...own.figures }),
      beforeFirst: isFirst && row.published_day !== today,
    });
  }
  await updateFigures(transaction, accountId, newer, observedAt);
  await storeGains(transaction, accountId, gains);
}

/** One statement for all posts; figures and collaborators that were not told stay as they are. */
async function updateFigures(
  transaction: Transaction,
  accountId: string,
  found: OwnFigures[],
  observedAt: Date,
): Promise<void> {
  if (found.length === 0) return;
  const told = Object.keys(noFigures).filter((name) => found.some(({ figures }) => name in figures));
  const columns = [...told, 'collaborators'];
  const read = found.map(({ id, figures, collaborators }) => ({
    media_id: id,
    ...figures,
    collaborators: collaborators.length > 0 ? withMarker(collaborators) : null,
  }));
  await sql`update media
    set own_read_at = ${observedAt}, ${sql.join(columns.map((name) => sql`${sql.ref(name)} = coalesce(read.${sql.ref(name)}, media.${sql.ref(name)})`))}
    from json_populate_recordset(null::media, ${JSON.stringify(read)}::json) as read
    where media.account_id = ${accountId} and media.media_id = read.media_id`.execute(transaction);
}

/** Locks the rows of media, so that two readings cannot both take the same gain. */
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

export interface StoredGain {
  mediaId: string;
  day: string;
  gain: MediaGain;
  /** Gained before the media was first read. */
  beforeFirst: boolean;
}

/** Adds gains to their days. */
export async function storeGains(transaction: Transaction, accountId: string, gains: StoredGain[]): Promise<void> {
  const real = gains.filter(({ gain }) => hasGain(gain));
  const [first] = real;
  if (!first) return;
  await transaction
    .insertInto('media_day')
    .values(
      real.map(({ mediaId, day, gain, beforeFirst }) => ({
        account_id: accountId,
        day,
        media_id: mediaId,
        ...gain,
        before_first_observation: beforeFirst,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'media_id'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            gainColumns(first.gain).map((name) => [
              name,
              sql`${ref(`media_day.${name}`)} + ${ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

function gainColumns(gain: MediaGain): (keyof MediaGain)[] {
  return Object.keys(gain) as (keyof MediaGain)[]; // a gain has no other keys
}

function isNewer(row: MediaRow | undefined, observedAt: Date): boolean {
  return row === undefined || row.observed_at <= observedAt;
}

/** Posts whose insights were not asked for keep what is known of a refusal. */
async function upsertMedia(
  transaction: Transaction,
  accountId: string,
  media: FetchedMedia[],
  observation: Observation & { keepRefusals: boolean },
): Promise<void> {
  if (media.length === 0) return;
  const { observedAt, dayOf, keepRefusals } = observation;
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
        published_at: item.publishedAt,
        published_day: dayOf(item.publishedAt),
        hashtags: tagsIn(item.caption, '#'),
        mentions: tagsIn(item.caption, '@'),
        collaborators: [],
        search_text: item.caption.toLocaleLowerCase('und'),
        insights_refusal: item.refusal,
        first_observed_at: observedAt,
        observed_at: observedAt,
        insights_read_at: insightsRead ? observedAt : null,
        final_at: isLastReading(item, observedAt) ? observedAt : null,
        ...figures,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'media_id']).doUpdateSet(({ ref }) => ({
        ...Object.fromEntries(described.map((name) => [name, ref(`excluded.${name}`)])),
        ...(keepRefusals ? {} : { insights_refusal: ref('excluded.insights_refusal') }),
        ...Object.fromEntries(
          Object.keys(noFigures).map((name) => [
            name,
            sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`media.${name}`)})`,
          ]),
        ),
        insights_read_at: sql`coalesce(excluded.insights_read_at, media.insights_read_at)`,
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
  'observed_at',
] as const;

/** A story's reading so shortly before its end that there will hardly be another. */
function isLastReading({ productType, publishedAt }: Omit<FetchedMedia, 'id' | 'figures' | 'insightsRead'>, at: Date) {
  return productType === 'STORY' && at.getTime() >= publishedAt.getTime() + storyLife - lastReadingSpan;
}

function withMarker(names: string[]): string[] {
  return names.map((name) => `@${name.replace(/^@/, '')}`);
}

/**
 * Posts of a stretch of time that Instagram did not list: the first time they are missing, a day later they are gone.
 * What is stored of them stays. `from` is null at the end of all lists, `to` at their beginning.
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
      gone_at: sql`case when missing_since < ${observedAt}::timestamptz - interval '20 hours' then coalesce(gone_at, ${observedAt}) end`,
      missing_since: sql`coalesce(missing_since, ${observedAt})`,
    })
    .where('account_id', '=', accountId)
    .where('product_type', '!=', 'STORY')
    .$if(from !== null, (query) => query.where('published_at', '>', from))
    .$if(to !== null, (query) => query.where('published_at', '<', to))
    .where(
      'media_id',
      'not in',
      listed.map(({ id }) => id),
    )
    .execute();
}
