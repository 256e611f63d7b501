import { dayMillis } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { PartSyncTimes } from '../../../database/tables/sync.ts';
import { getNextMeasurement, habitDays, youngMillis, type MeasurementPlan } from './measurement-rules.ts';

/** Returns when the account's young posts are measured next, by their own request. */
export async function findNextMeasurement(
  db: Database | Transaction,
  accountId: string,
  { now, syncedAt }: { now: Date; syncedAt: PartSyncTimes },
): Promise<Date | null> {
  return getNextMeasurement(await getMeasurementPlan(db, accountId, { now, syncedAt }));
}

async function getMeasurementPlan(
  db: Database | Transaction,
  accountId: string,
  { now, syncedAt }: { now: Date; syncedAt: PartSyncTimes },
): Promise<MeasurementPlan> {
  const state = await db
    .selectFrom('sync_state')
    .select(['throttle_factor', 'measurement_polls'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const posts = await db
    .selectFrom('media')
    .select(['media_id', 'published_at', 'insights_refusal'])
    .where('account_id', '=', accountId)
    .where('product_type', '!=', 'STORY')
    .where('is_collaboration', '=', false)
    .where('gone_at', 'is', null)
    .where('published_at', '>', new Date(now.getTime() - habitDays * dayMillis))
    .where('published_at', '<=', now)
    .execute();
  const young = posts.filter(
    (post) => post.insights_refusal === null && post.published_at.getTime() > now.getTime() - youngMillis,
  );
  const measurements =
    young.length === 0
      ? []
      : await db
          .selectFrom('media_measurement')
          .select(['media_id', 'measured_at'])
          .where('account_id', '=', accountId)
          .where(
            'media_id',
            'in',
            young.map((row) => row.media_id),
          )
          .execute();
  const byPost = Map.groupBy(measurements, (row) => row.media_id);
  const listed = [syncedAt.media, syncedAt.stories].flatMap((text) => (text === undefined ? [] : [Date.parse(text)]));
  return {
    now,
    young: young.map((post) => ({
      publishedAt: post.published_at,
      measuredAt: (byPost.get(post.media_id) ?? []).map((row) => row.measured_at),
    })),
    polls: state.measurement_polls.map((text) => new Date(text)),
    listedAt: listed.length === 0 ? null : new Date(Math.max(...listed)),
    publishedAt: posts.map((post) => post.published_at),
    throttle: state.throttle_factor,
  };
}
