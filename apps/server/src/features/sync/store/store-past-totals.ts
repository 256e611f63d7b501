import type { MeasuredMetric } from '../../../database/tables/sync.ts';
import type { Database } from '../../../database/database.ts';
import { storeMeasurements } from './store-measurements.ts';

export interface PastTotals {
  accountId: string;
  measuredAt: string;
  posts: readonly ({ id: string; publishedAt: string } & Record<MeasuredMetric, number>)[];
}

/** Stores posts' totals at earlier instants, oldest first, which Instagram does not report. */
export async function storePastTotals(db: Database, totals: readonly PastTotals[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { accountId, measuredAt, posts } of totals) {
      const media = posts.map(({ id, publishedAt, ...figures }) => ({
        id,
        publishedAt: new Date(publishedAt),
        productType: 'FEED' as const,
        isCollaboration: false,
        figures,
      }));
      await storeMeasurements(transaction, accountId, media, new Date(measuredAt));
    }
  });
}
