import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

/** The snapshots of an audience, the newest first, each beside the one (`held`) that holds its cells. */
export function snapshotsOf(db: Database | Transaction, accountId: string, audience: 'follower' | 'engaged') {
  return db
    .selectFrom('demographics')
    .innerJoin('demographics as held', (join) =>
      join
        .onRef('held.account_id', '=', 'demographics.account_id')
        .onRef('held.audience', '=', 'demographics.audience')
        .on(sql<boolean>`held.day = coalesce(demographics.same_as, demographics.day)`),
    )
    .where('demographics.account_id', '=', accountId)
    .where('demographics.audience', '=', audience)
    .orderBy('demographics.day', 'desc');
}
