import type { MeasuredColumn } from '../../../metrics/post-columns.ts';
import type { Database } from '../../../database/database.ts';
import { insertMeasurements, toMeasurement } from './store-measurements.ts';

export interface PastTotals {
  accountId: string;
  measuredAt: string;
  posts: readonly ({ id: string; publishedAt: string } & Record<MeasuredColumn, number>)[];
}

// Below PostgreSQL's limit of parameters in a statement.
const rowsAtOnce = 2_000;

/** Stores posts' totals at earlier instants, which networks do not report. */
export async function storePastTotals(db: Database, totals: readonly PastTotals[]): Promise<void> {
  const rows = totals.flatMap(({ accountId, measuredAt, posts }) =>
    posts.map(({ id, publishedAt, ...figures }) =>
      toMeasurement(accountId, { id, publishedAt: new Date(publishedAt), figures }, new Date(measuredAt)),
    ),
  );
  await db.transaction().execute(async (transaction) => {
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await insertMeasurements(transaction, rows.slice(at, at + rowsAtOnce));
  });
}
