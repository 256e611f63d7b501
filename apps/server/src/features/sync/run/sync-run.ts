import type { SeriesReading } from '../../../clients/instagram-graph/account-insights.ts';
import type { GraphHost } from '../../../clients/instagram-graph/graph-http.ts';
import type { PartSyncTimes, TaskCheckpoints } from '../../../database/tables/sync.ts';
import type { Fetched } from '../fetch/fetch-context.ts';
import type { SyncState } from '../lease/queries.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  resumeInitialization,
  updatePartSyncTimes,
  type Step,
} from '../plan/rules.ts';
import { mergeRefusals } from './refusal-rules.ts';

/** An account's sync in progress; each step returns the next value. */
export interface SyncRun {
  /** True in the first sync, which fetches everything available. */
  isFirst: boolean;
  checkpoints: TaskCheckpoints;
  /** Checkpoints in the database after the last commit. */
  stored: TaskCheckpoints | null;
  syncedAt: PartSyncTimes;
  /** Refused metrics, each with the day of its first refusal. */
  refused: string[];
  series: SeriesReading;
  /** Consecutive failures. */
  failures: number;
  /** The account's first day with data. */
  earliestDay: string | null;
}

export function startRun(state: SyncState, checkpoints: TaskCheckpoints, earliestDay: string | null): SyncRun {
  return {
    isFirst: state.initialized_at === null,
    checkpoints,
    stored: null,
    syncedAt: state.part_synced_at,
    refused: state.refused_metrics,
    series: { shift: state.series_shift, isLearned: state.series_learned },
    failures: state.failures,
    earliestDay,
  };
}

/** Moves the first sync's days with the date, which may change between two steps. */
export function moveToDay(run: SyncRun, today: string): SyncRun {
  return run.isFirst ? { ...run, checkpoints: resumeInitialization(run.checkpoints, today) } : run;
}

export function begin(run: SyncRun, step: Step, at: Date): SyncRun {
  return { ...run, checkpoints: beginStep(run.checkpoints, step, run.isFirst ? at : null) };
}

/** Returns the run after a step that began at `at`. */
export function advance(
  run: SyncRun,
  step: Step,
  { outcome, refused, series }: Fetched,
  { at, today, host }: { at: Date; today: string; host: GraphHost },
): SyncRun {
  const { isFirst } = run;
  const checkpoints = finishStep(run.checkpoints, step, outcome);
  const isFinished = nextStep(checkpoints) === null;
  return {
    ...run,
    checkpoints,
    syncedAt: updatePartSyncTimes(run.syncedAt, { checkpoints, step, at, isFirst, isFinished }),
    refused: refused ? mergeRefusals(run.refused, refused, { today, host }) : run.refused,
    series: series?.isLearned ? series : run.series,
    failures: 0,
  };
}

/** Returns the change that saves checkpoints in the run's own column. */
export function toChange({ isFirst }: SyncRun, checkpoints: TaskCheckpoints) {
  return isFirst ? { initialization: checkpoints } : { tasks: checkpoints };
}
