import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';

/** Background work, as a feature declares it: what to do, and what operators read about it. */
export interface Work<Services> {
  name: string;
  /** Says what it does; `Could not …` makes it the log's message. */
  label: string;
  /** Says what an operator can do if it keeps failing. */
  remedy: string;
  /** The pause after a run, unless it is woken. */
  everySeconds: number;
  /** Null: work that runs by the clock. */
  backlog: Backlog | null;
  /** Returns what one run does; null if this installation has no use for it. */
  prepare(services: Services, lifetime: Lifetime): Run | null | Promise<Run | null>;
}

export interface Lifetime {
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Starts the next run now, or directly after the current one. */
  wake(): void;
}

export type Run = (context: RunContext) => Promise<void>;

export interface RunContext {
  db: Database;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** The pause between two runs. */
  pauseMillis: number;
  /** Runs a part that may fail alone: counts it, and logs its failure. Returns the failure's message, if any. */
  attempt(part: () => Promise<unknown>, about: object): Promise<string | null>;
}

export interface BacklogCounts {
  /** Rows that a process could handle now. */
  due: number;
  oldestDueAt: Date | null;
  /** Rows that wait for another attempt after a failure. */
  retrying: number;
}

export interface Backlog {
  count(db: Database, now: Date): Promise<BacklogCounts>;
  /** Makes rows due now that wait for another attempt; returns their number. */
  retry(db: Database | Transaction, now: Date): Promise<number>;
}

export interface ClaimOptions {
  now: Date;
  limit: number;
  /** Half a pause before the run began: rows without a time of their own are left if they were handled since. */
  handledBefore: Date;
}

export interface Rows<Row> {
  /** Claims due rows for this process. A claim ends by itself, in case the process does. */
  claim(db: Database, options: ClaimOptions): Promise<Row[]>;
  /** Decides when a row is due again whose handling failed unexpectedly; null: when its claim ends. */
  fail: ((db: Database, row: Row, at: { now: Date; failure: string }) => Promise<void>) | null;
  backlog: Backlog | null;
}

interface Declaration {
  name: string;
  label: string;
  remedy: string;
  everySeconds: number;
}

/** Handles a claimed row, and says itself when it is due again. Returns `stop` to leave the rest to the next run. */
export type Handle<Row> = (row: Row, signal: AbortSignal) => Promise<'stop' | void>;

/** Declares work on rows: each run handles all that are due. Any number of processes share them. */
export function defineWork<Row, Services>({
  rows,
  lanes = 1,
  atOnce = 1,
  toLogFields,
  prepare,
  ...declared
}: Declaration & {
  rows: Rows<Row>;
  /** Rows handled at the same time by a process. */
  lanes?: number;
  /** Rows per claim. */
  atOnce?: number;
  /** Names a row in the log. */
  toLogFields(row: Row): object;
  prepare(services: Services, lifetime: Lifetime): Handle<Row> | null;
}): Work<Services> {
  /** Handles batches until nothing is due. Claims that remain open at a stop are made again by any process. */
  async function runLane(
    { db, clock, signal, attempt }: RunContext,
    { handle, claim, first }: { handle: Handle<Row>; claim(): Promise<Row[]>; first: Row[] },
  ): Promise<void> {
    for (let batch = first; batch.length > 0; batch = await claim())
      for (const row of batch) {
        if (signal.aborted) return;
        let isStopped = false;
        const failure = await attempt(async () => {
          isStopped = (await handle(row, signal)) === 'stop';
        }, toLogFields(row));
        if (failure !== null && !signal.aborted) await rows.fail?.(db, row, { now: clock(), failure });
        if (isStopped) return;
      }
  }

  return {
    ...declared,
    backlog: rows.backlog,
    prepare(services, lifetime) {
      const handle = prepare(services, lifetime);
      if (!handle) return null;
      return async (context) => {
        const { db, clock, signal, pauseMillis } = context;
        let handledBefore = new Date(clock().getTime() - pauseMillis / 2);
        const claim = async () => {
          if (signal.aborted) return [];
          const now = clock();
          // A clock that is set back during a run must not let rows be claimed without end.
          handledBefore = new Date(Math.min(handledBefore.getTime(), now.getTime() - pauseMillis / 2));
          return rows.claim(db, { now, limit: atOnce, handledBefore });
        };
        const first = await claim();
        // While nothing is due, a run costs one statement.
        if (first.length === 0) return;
        const others = Array.from({ length: lanes - 1 }, async () =>
          runLane(context, { handle, claim, first: await claim() }),
        );
        await Promise.all([runLane(context, { handle, claim, first }), ...others]);
      };
    },
  };
}

/** Declares work that runs by the clock, in each process or in the one that claims it. */
export function defineSchedule<Services>({
  prepare,
  backlog = null,
  ...declared
}: Declaration & {
  backlog?: Backlog | null;
  prepare(services: Services, lifetime: Lifetime): ScheduledRun | null | Promise<ScheduledRun | null>;
}): Work<Services> {
  return {
    ...declared,
    backlog,
    async prepare(services, lifetime) {
      const run = await prepare(services, lifetime);
      return run && (async ({ signal, attempt }) => void (await attempt(() => run(signal), {})));
    },
  };
}

export type ScheduledRun = (signal: AbortSignal) => Promise<unknown>;
