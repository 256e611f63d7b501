import type { FetchedMedia } from '../../../clients/instagram-graph/media-node.ts';
import type { Transaction } from '../../../database/database.ts';
import { isNewAge, measuredMillis } from '../schedule/measurement-rules.ts';

const minute = 60_000;

/** Stores totals by age for posts up to 30 days old, where they add to what is stored. */
export async function storeMeasurements(
  transaction: Transaction,
  accountId: string,
  media: readonly FetchedMedia[],
  measuredAt: Date,
): Promise<void> {
  const measured = media.filter(
    ({ productType, isCollaboration, publishedAt, figures }) =>
      productType !== 'STORY' &&
      !isCollaboration &&
      publishedAt <= measuredAt &&
      measuredAt.getTime() - publishedAt.getTime() <= measuredMillis &&
      (figures.views !== null || figures.reach !== null || figures.interactions !== null),
  );
  if (measured.length === 0) return;
  const last = await transaction
    .selectFrom('media_measurement')
    .select(['media_id', ({ fn }) => fn.max('age_minutes').as('age')])
    .where('account_id', '=', accountId)
    .where(
      'media_id',
      'in',
      measured.map(({ id }) => id),
    )
    .groupBy('media_id')
    .execute();
  const lastAge = new Map(last.map((row) => [row.media_id, row.age]));
  const added = measured
    .map(({ id, publishedAt, figures }) => ({
      account_id: accountId,
      media_id: id,
      age_minutes: Math.floor((measuredAt.getTime() - publishedAt.getTime()) / minute),
      measured_at: measuredAt,
      views: figures.views,
      reach: figures.reach,
      interactions: figures.interactions,
      likes: figures.likes,
      comments: figures.comments,
      saved: figures.saved,
      shares: figures.shares,
    }))
    .filter((row) => isNewAge(lastAge.get(row.media_id) ?? null, row.age_minutes));
  if (added.length === 0) return;
  await transaction
    .insertInto('media_measurement')
    .values(added)
    .onConflict((conflict) => conflict.columns(['account_id', 'media_id', 'age_minutes']).doNothing())
    .execute();
}
