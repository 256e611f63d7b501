import { sql } from 'kysely';
import type { DayFigures, WindowTotals } from '../../clients/instagram-graph/account-insights.ts';
import type { FetchedMedia } from '../../clients/instagram-graph/media.ts';
import type { DemographicCell } from '../../clients/instagram-graph/profile.ts';
import type { Transaction } from '../../database/database.ts';
import type { AccountDayRow } from '../../database/tables/sync.ts';
import { gainOf, hasGain, tagsIn } from './media-rows.ts';

const dayColumns = [
  'followers', 'follows', 'unfollows',
  'reach', 'reach_follower', 'reach_non_follower', 'reach_post', 'reach_reel', 'reach_story', 'reach_carousel', 'reach_other',
  'views', 'views_follower', 'views_non_follower', 'views_post', 'views_reel', 'views_story', 'views_carousel', 'views_other',
  'interactions', 'interactions_post', 'interactions_reel', 'interactions_story', 'interactions_carousel', 'interactions_other',
  'likes', 'comments', 'saves', 'shares', 'replies', 'reposts', 'engaged', 'profile_links_taps',
] as const satisfies readonly Exclude<keyof AccountDayRow, 'account_id' | 'day'>[]; // prettier-ignore

export interface StoredDay {
  day: string;
  figures: DayFigures & { followers?: number | null };
  /** Fetched after the day had ended. */
  complete: boolean;
}

/** A second run changes nothing; an old answer that arrives late changes nothing either; null never replaces a figure. */
export async function storeDays(
  transaction: Transaction,
  accountId: string,
  days: StoredDay[],
  fetchedAt: Date,
): Promise<void> {
  if (days.length === 0) return;
  await transaction
    .insertInto('account_day')
    .values(
      days.map(({ day, figures, complete }) => ({
        account_id: accountId,
        day,
        ...toDayRow(figures),
        complete,
        fetched_at: fetchedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day'])
        .doUpdateSet(({ ref }) => ({
          ...Object.fromEntries(
            dayColumns.map((column) => [
              column,
              sql`coalesce(${ref(`excluded.${column}`)}, ${ref(`account_day.${column}`)})`,
            ]),
          ),
          complete: sql`account_day.complete or excluded.complete`,
          fetched_at: sql`excluded.fetched_at`,
        }))
        .where('account_day.fetched_at', '<=', fetchedAt),
    )
    .execute();
}

function toDayRow(figures: StoredDay['figures']): Omit<AccountDayRow, 'account_id' | 'day'> {
  const row = Object.fromEntries(dayColumns.map((column) => [column, figures[column] ?? null]));
  return row as Omit<AccountDayRow, 'account_id' | 'day'>; // every column is in the list: `satisfies` above checks the names
}

export async function storeWindows(
  transaction: Transaction,
  accountId: string,
  windows: WindowTotals[],
  fetchedAt: Date,
): Promise<void> {
  const known = windows.filter(({ reach, engaged }) => reach !== null || engaged !== null);
  if (known.length === 0) return;
  await transaction
    .insertInto('account_window')
    .values(
      known.map(({ endDay, days, reach, engaged }) => ({
        account_id: accountId,
        end_day: endDay,
        days,
        reach,
        engaged,
        fetched_at: fetchedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'end_day', 'days'])
        .doUpdateSet(({ ref }) => ({
          reach: sql`coalesce(${ref('excluded.reach')}, ${ref('account_window.reach')})`,
          engaged: sql`coalesce(${ref('excluded.engaged')}, ${ref('account_window.engaged')})`,
          fetched_at: ref('excluded.fetched_at'),
        }))
        .where('account_window.fetched_at', '<=', fetchedAt),
    )
    .execute();
}

/**
 * Totals, and what was gained since the reading before, in one transaction: the sum of the gains is always the total.
 * What a media had before it was first read stands on the day it was published, flagged.
 */
export async function storeMedia(
  transaction: Transaction,
  accountId: string,
  media: FetchedMedia[],
  { observedAt, dayOf }: { observedAt: Date; dayOf: (instant: Date) => string },
): Promise<void> {
  // The same media can stand on two pages when one is published while they are read.
  const unique = [...new Map(media.map((item) => [item.id, item])).values()];
  if (unique.length === 0) return;
  const known = await transaction
    .selectFrom('media')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(
      'media_id',
      'in',
      unique.map(({ id }) => id),
    )
    .forUpdate()
    .execute();
  const before = new Map(known.map((row) => [row.media_id, row]));
  const today = dayOf(observedAt);
  for (const item of unique) {
    const earlier = before.get(item.id);
    if (earlier && earlier.observed_at > observedAt) continue;
    const publishedDay = dayOf(item.publishedAt);
    const gain = gainOf(earlier ?? null, item.figures);
    await upsertMedia(transaction, accountId, item, { publishedDay, observedAt });
    if (!hasGain(gain)) continue;
    const day = earlier ? today : publishedDay;
    await transaction
      .insertInto('media_day')
      .values({
        account_id: accountId,
        day,
        media_id: item.id,
        ...gain,
        before_first_observation: !earlier && publishedDay !== today,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day', 'media_id'])
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(
              (Object.keys(gain) as (keyof typeof gain)[]).map((name) => [
                name,
                sql`${ref(`media_day.${name}`)} + ${ref(`excluded.${name}`)}`,
              ]),
            ),
          ),
      )
      .execute();
  }
}

async function upsertMedia(
  transaction: Transaction,
  accountId: string,
  { id, figures, ...item }: FetchedMedia,
  { publishedDay, observedAt }: { publishedDay: string; observedAt: Date },
): Promise<void> {
  const description = {
    product_type: item.productType,
    media_type: item.mediaType,
    caption: item.caption,
    permalink: item.permalink,
    media_url: item.mediaUrl,
    thumbnail_url: item.thumbnailUrl,
    username: item.username,
    hashtags: tagsIn(item.caption, '#'),
    mentions: tagsIn(item.caption, '@'),
    collaborators: item.collaborators.map((name) => `@${name.replace(/^@/, '')}`),
    search_text: item.caption.toLocaleLowerCase('und'),
    insights_refusal: item.refusal,
    observed_at: observedAt,
  };
  await transaction
    .insertInto('media')
    .values({
      account_id: accountId,
      media_id: id,
      published_at: item.publishedAt,
      published_day: publishedDay,
      first_observed_at: observedAt,
      ...description,
      ...figures,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'media_id']).doUpdateSet(({ ref }) => ({
        ...description,
        ...Object.fromEntries(
          Object.keys(figures).map((name) => [
            name,
            sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`media.${name}`)})`,
          ]),
        ),
        // Collaborators are read only while a media is young: an empty answer is no answer.
        collaborators: sql`case when cardinality(${ref('excluded.collaborators')}) > 0 then ${ref('excluded.collaborators')} else ${ref('media.collaborators')} end`,
      })),
    )
    .execute();
}

/** Replaces the day's snapshot; an empty answer leaves the last one standing. */
export async function storeDemographics(
  transaction: Transaction,
  accountId: string,
  { audience, day, cells }: { audience: 'follower' | 'engaged'; day: string; cells: DemographicCell[] },
): Promise<void> {
  if (cells.length === 0) return;
  await transaction
    .deleteFrom('demographics')
    .where('account_id', '=', accountId)
    .where('audience', '=', audience)
    .where('day', '=', day)
    .execute();
  await transaction
    .insertInto('demographics')
    .values(cells.map((cell) => ({ account_id: accountId, audience, day, ...cell })))
    .execute();
}
