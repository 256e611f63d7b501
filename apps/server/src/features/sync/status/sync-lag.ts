import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

export const syncStates = ['ok', 'syncing', 'rate_limited', 'reconnect_required', 'error'] as const;
type SyncStateName = (typeof syncStates)[number];

/** Counts accounts by state, and returns how long the longest-waiting account has been due. */
export async function readSyncLag(db: Database, now: Date) {
  const { rows } = await sql<{ state: SyncStateName; accounts: number; lagSeconds: number }>`
    select case
        when running then 'syncing'
        when problem is null or problem = 'null' then 'ok'
        when problem->>'code' = 'rate_limited' then 'rate_limited'
        when problem->>'code' in ('reconnect_required', 'permission_missing', 'account_unreachable')
          then 'reconnect_required'
        else 'error'
      end as state,
      count(*) as accounts,
      coalesce(extract(epoch from ${now} - min(next_sync_at) filter (where next_sync_at < ${now})), 0) as "lagSeconds"
    from sync_state group by 1`.execute(db);
  return new Map(rows.map(({ state, ...found }) => [state, found]));
}
