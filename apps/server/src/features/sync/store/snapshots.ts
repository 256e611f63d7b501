import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';

/** Lists audience snapshots, newest first, each with the snapshot (`source`) that contains its cells. */
export function listSnapshots(db: Database | Transaction, accountId: string, audience: 'follower' | 'engaged') {
  return db
    .selectFrom('demographics')
    .innerJoin('demographics as source', (join) =>
      join
        .onRef('source.account_id', '=', 'demographics.account_id')
        .onRef('source.audience', '=', 'demographics.audience')
        .on(sql<boolean>`source.day = coalesce(demographics.same_as_day, demographics.day)`),
    )
    .where('demographics.account_id', '=', accountId)
    .where('demographics.audience', '=', audience)
    .orderBy('demographics.day', 'desc');
}
