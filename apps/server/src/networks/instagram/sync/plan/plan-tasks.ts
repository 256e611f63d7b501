import type { TaskCheckpoints } from '../../../../database/tables/sync.ts';
import { findDayState, findOldestOutdatedDay } from '../fetch/queries.ts';
import { getNextSyncs, listDueParts } from '../schedule/schedule-rules.ts';
import { getSyncSchedule } from '../schedule/sync-schedule.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../database/database.ts';
import type { InstagramGraph } from '../../client/instagram-graph.ts';
import { isOpen, nextStep, oldestDay, startInitialization, startRefresh } from './rules.ts';
import type { SyncState } from '../../../../features/sync/index.ts';

/** Resumes an interrupted sync or starts the parts that are due. */
export async function planTasks(
  deps: { db: Database; instagram: InstagramGraph; clock: Clock },
  state: SyncState,
  now: Date,
): Promise<TaskCheckpoints> {
  const { db } = deps;
  const { toDay, startOf } = deps.instagram.insights;
  const { account_id: accountId, part_synced_at: syncedAt } = state;
  const today = toDay(now);
  if (state.initialized_at === null)
    return nextStep(state.initialization) ? state.initialization : startInitialization(today);
  // An interrupted sync resumes while its days are the newest; later, a new plan reaches back as far.
  const { insights } = state.tasks;
  if (isCutShort(state.tasks) && (insights?.today ?? today) === today) return state.tasks;
  const due = listDueParts(getNextSyncs(await getSyncSchedule(deps, state, syncedAt)), now, {
    isRequested: state.sync_requested,
  });
  const { lastCompleteDay, revisedToday } = await findDayState(db, accountId, { today, since: startOf(today) });
  return startRefresh({
    today,
    outdatedFloor: await findOldestOutdatedDay(db, accountId, oldestDay(today)),
    due,
    lastCompleteDay,
    unfinishedFloor: isOpen(insights) ? (insights?.floor ?? null) : null,
    lastMediaDay: syncedAt.media === undefined ? null : toDay(new Date(syncedAt.media)),
    revisedToday,
  });
}

function isCutShort(tasks: TaskCheckpoints): boolean {
  return Object.values(tasks).some(({ status }) => status === 'in_progress') && nextStep(tasks) !== null;
}
