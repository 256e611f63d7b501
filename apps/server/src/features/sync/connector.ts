import type { AccountId, SyncStatus } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import type { PartSyncTimes, TaskCheckpoints } from '../../database/tables/sync.ts';
import type { NetworkError } from '../../networks/network-error.ts';
import type { AnswersAt } from './answers/read-answers.ts';
import type { StoredAnswer, StoredStep } from './answers/stored-step.ts';
import type { Lease, RunEnd, SyncState } from './lease/queries.ts';
import type { SeriesReading } from './store/fetched-data.ts';

/** Days as a network counts them. */
export interface Calendar {
  toDay(instant: Date): string;
  startOf(day: string): Date;
}

/** An account's peculiarities, as its network has shown them. */
export interface Learned {
  /** Refused metrics, each with the day of its first refusal, in the network's own notation. */
  refused: string[];
  series: SeriesReading;
}

/** Pauses that keep within a network's limits. */
export interface Pauses {
  check(accountId: string, userId?: string): Promise<{ pausedUntil: Date | null; slow: boolean }>;
  explain(until: Date): Problem;
}

/** A step that the stored answers do not contain completely, such as one that other requests have replaced since. */
export interface UnreplayedStep {
  at: string;
  task: string;
  reason: string;
}

/** Stores an account's rows from answers alone. */
export interface Replayer {
  calendar: Calendar;
  /** Runs a step again with its stored answers and stores its rows; returns why that is impossible, or null. */
  replayStep(transaction: Transaction, accountId: AccountId, step: AnswersAt): Promise<UnreplayedStep | null>;
}

/** A network, as the sync sees it: when an account is due, what to fetch next, and how. */
export interface Connector extends Replayer {
  /** True for a network that the operator has disabled. */
  isDisabled?: boolean;
  pauses: Pauses;
  /** Returns the checkpoints to work from: those of an interrupted sync, or of the parts that are due. */
  plan(state: SyncState, now: Date): Promise<TaskCheckpoints>;
  /** Moves a first sync's checkpoints with the date, which may change between two steps. */
  moveToDay(checkpoints: TaskCheckpoints, today: string): TaskCheckpoints;
  /** Returns a session with a login that has access to the account; null if none has. */
  openSession(turn: Turn): Promise<Session | null>;
  /** Explains why no login has access, and what its user can do. */
  explainUnreachable(accountId: AccountId): Promise<Problem>;
  /** Returns when the account is due next, by settings that may have changed since the sync started. */
  findNextSync(db: Database | Transaction, accountId: AccountId, syncedAt: PartSyncTimes): Promise<Date>;
}

/** The networks' connectors, by type of account. */
export type Connectors<Part = Connector> = Readonly<Record<string, Part>>;

export type Problem = NonNullable<SyncStatus['problem']>;

/** One account's turn among those that are synced. */
export interface Turn {
  lease: Lease;
  accountId: AccountId;
  signal: AbortSignal;
  /** The request that triggered this sync. */
  requestId?: string | undefined;
}

/** An account's sync in progress; each step returns the next value. */
export interface SyncRun {
  /** True in the first sync, which fetches everything available. */
  isFirst: boolean;
  checkpoints: TaskCheckpoints;
  /** Checkpoints in the database after the last commit. */
  stored: TaskCheckpoints | null;
  syncedAt: PartSyncTimes;
  learned: Learned;
  /** Consecutive failures. */
  failures: number;
  /** The account's first day with data. */
  earliestDay: string | null;
}

/** A login that fetches an account. */
export interface Session {
  userId: string;
  /** Returns the next step in the first unfinished task; null when all are finished. */
  nextStep(checkpoints: TaskCheckpoints): Step | null;
  /**
   * Fetches and stores what cannot wait for the steps, such as what a viewer is waiting for: before them, or after those
   * of a first sync. Returns the account's earliest day.
   */
  fetchUrgent(run: SyncRun, state: SyncState): Promise<string | null>;
}

export interface StepInput extends Learned {
  /** The step's instant, with which its rows and answers are stored. */
  at: Date;
  today: string;
  /** The first sync, which fetches everything available. */
  isFirst: boolean;
  /** True while little quota is left: fetch only what cannot wait. */
  isSlow: boolean;
}

/** The next part of an account to fetch. */
export interface Step {
  task: string;
  /** Marks its tasks as in progress; with `at`, records when a list was started. */
  begin(checkpoints: TaskCheckpoints, at: Date | null): TaskCheckpoints;
  /** Fetches the step; throws `NetworkError`. Writes nothing. */
  fetch(input: StepInput): Promise<Fetched>;
  /** Decides when to retry after a failure, and which message to show; `failures` counts this one, too. */
  explainFailure(failure: NetworkError, failures: number): Promise<RunEnd>;
}

/** A step's result, and how to store it. Nothing is written before `store` runs. */
export interface Fetched {
  earliestDay: string | null;
  learned: Learned;
  /** The step's input and answers, from which a replay makes the same rows. */
  recorded: {
    given: StoredStep;
    answers: StoredAnswer[];
    /** True for a step that writes rows from stored ones, so that a replay needs it although it made no call. */
    isLocal?: boolean;
  };
  store(transaction: Transaction): Promise<void>;
  /** Returns the checkpoints after the step. */
  finish(checkpoints: TaskCheckpoints): TaskCheckpoints;
  /** Returns when each part was last synced, after the step; `isFinished` if no other step is left. */
  toSyncTimes(before: PartSyncTimes, after: { checkpoints: TaskCheckpoints; isFinished: boolean }): PartSyncTimes;
  /** Returns periods that may lack data although the step was fetched. */
  findGaps(before: PartSyncTimes, checkpoints: TaskCheckpoints): PossibleGaps;
}

export interface PossibleGaps {
  /** Period in which stories may have been missed. */
  stories: { from: Date; to: Date } | null;
  /** Days fetched again after a long gap. */
  days: { from: string; to: string } | null;
}
