import { mapNames } from '@tidemark/contract/map-names';
import { type MeasuredColumn, measuredColumns } from '../../../metrics/post-columns.ts';
import type { Transaction } from '../../../database/database.ts';
import { isNewAge, measuredMillis } from '../schedule/measurement-rules.ts';
import type { FetchedMedia } from './fetched-data.ts';

interface MeasuredMedia {
  id: string;
  publishedAt: Date;
  figures: Record<MeasuredColumn, number | null>;
}

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
    .map((one) => toMeasurement(accountId, one, measuredAt))
    .filter((row) => isNewAge(lastAge.get(row.media_id) ?? null, row.age_minutes));
  await insertMeasurements(transaction, added);
}

export function toMeasurement(accountId: string, { id, publishedAt, figures }: MeasuredMedia, measuredAt: Date) {
  return {
    account_id: accountId,
    media_id: id,
    age_minutes: Math.floor((measuredAt.getTime() - publishedAt.getTime()) / minute),
    measured_at: measuredAt,
    ...mapNames(measuredColumns, (column) => figures[column]),
  };
}

export async function insertMeasurements(
  transaction: Transaction,
  rows: readonly ReturnType<typeof toMeasurement>[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('media_measurement')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'media_id', 'age_minutes']).doNothing())
    .execute();
}
