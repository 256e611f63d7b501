import type { TaskCheckpoints } from '../../../database/tables/sync.ts';
import type { Connector, Fetched, Step, SyncRun } from '../connector.ts';
import type { SyncState } from '../lease/queries.ts';

export function startRun(state: SyncState, checkpoints: TaskCheckpoints, earliestDay: string | null): SyncRun {
  return {
    isFirst: state.initialized_at === null,
    checkpoints,
    stored: null,
    syncedAt: state.part_synced_at,
    learned: {
      refused: state.refused_metrics,
      series: { shift: state.series_shift, isLearned: state.series_learned },
    },
    failures: state.failures,
    earliestDay,
  };
}

export function moveToDay(connector: Pick<Connector, 'moveToDay'>, run: SyncRun, today: string): SyncRun {
  return run.isFirst ? { ...run, checkpoints: connector.moveToDay(run.checkpoints, today) } : run;
}

export function begin(run: SyncRun, step: Step, at: Date): SyncRun {
  return { ...run, checkpoints: step.begin(run.checkpoints, run.isFirst ? at : null) };
}

/** Returns the run after a fetched step, and the step that follows it. */
export function advance(
  run: SyncRun,
  { finish, toSyncTimes, learned }: Fetched,
  nextStep: (checkpoints: TaskCheckpoints) => Step | null,
): { run: SyncRun; following: Step | null } {
  const checkpoints = finish(run.checkpoints);
  const following = nextStep(checkpoints);
  const syncedAt = toSyncTimes(run.syncedAt, { checkpoints, isFinished: following === null });
  return { run: { ...run, checkpoints, syncedAt, learned, failures: 0 }, following };
}

/** Returns the change that saves checkpoints in the run's own column. */
export function toChange({ isFirst }: SyncRun, checkpoints: TaskCheckpoints) {
  return isFirst ? { initialization: checkpoints } : { tasks: checkpoints };
}
