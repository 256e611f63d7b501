import { addDays, type AccountId } from '@tidemark/contract';
import type { InstagramGraph } from '../../client/instagram-graph.ts';
import type { Database, Transaction } from '../../../../database/database.ts';
import type { PartSyncTimes } from '../../../../database/tables/sync.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { listLiveStories, toLiveStory } from './queries.ts';
import { earliest, getNextSyncs, type SyncSchedule } from './schedule-rules.ts';
import { findNextMeasurement, toJitter } from '../../../../features/sync/index.ts';

interface ScheduleDeps {
  db: Database | Transaction;
  instagram: Pick<InstagramGraph, 'insights'>;
  clock: Clock;
}

interface Scheduled {
  account_id: string;
  watched_until: Date | null;
  throttle_factor: number;
}

/** Returns the inputs that determine when an account's parts are due. */
export async function getSyncSchedule(
  { db, instagram, clock }: ScheduleDeps,
  state: Scheduled,
  syncedAt: PartSyncTimes,
): Promise<SyncSchedule> {
  const now = clock();
  const { toDay, startOf } = instagram.insights;
  return {
    now,
    nextDayAfter: (instant: Date) => startOf(addDays(toDay(instant), 1)),
    syncedAt,
    stories: (await listLiveStories(db, state.account_id, now)).map(toLiveStory),
    isWatched: state.watched_until !== null && state.watched_until > now,
    throttle: state.throttle_factor,
    jitter: toJitter(state.account_id),
  };
}

/**
 * Returns when the account is due next, by the current throttle factor, which may have changed since the sync started.
 */
export async function getNextSync(deps: ScheduleDeps, accountId: AccountId, syncedAt: PartSyncTimes): Promise<Date> {
  const state = await deps.db
    .selectFrom('sync_state')
    .select(['account_id', 'watched_until', 'throttle_factor'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const next = earliest(getNextSyncs(await getSyncSchedule(deps, state, syncedAt)));
  const measurement = await findNextMeasurement(deps.db, accountId, { now: deps.clock(), syncedAt });
  return measurement !== null && measurement < next ? measurement : next;
}
