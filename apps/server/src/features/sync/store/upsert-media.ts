import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { finalSyncWindow, storyLife } from './story-rules.ts';
import { toCaptionTexts } from './caption-texts.ts';
import { type FetchedMedia, noFigures } from './fetched-data.ts';

export interface Observation {
  observedAt: Date;
  toDay: (instant: Date) => string;
}

/** Adds or updates posts; those without requested insights retain a stored refusal. */
export async function upsertMedia(
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
