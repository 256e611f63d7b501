import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { type Poller, startPoller } from '../poller.ts';
import { deleteReports, isFailing, listPaused, type Progress, storeReports } from './queries.ts';
import type { Lifetime, Run, RunContext, Work } from './work.ts';

/** Work that looks for rows at least this often follows `pollSeconds`. */
const pollsOften = 60;
const longestError = 300;

export interface RunningWork {
  /** Starts a work's next run now; does nothing for work that this process does not do. */
  wake(name: string): void;
  stop(): Promise<void>;
}

/** Work with its services. */
export type BoundWork = Omit<Work<never>, 'prepare'> & {
  prepare(lifetime: Lifetime): Run | null | Promise<Run | null>;
};

/**
 * Runs all background work of a process: one run of each at a time, again after its pause. Reports every ten seconds to
 * the database, where operators read it, and learns there what they have paused.
 */
export async function startWork(
  works: readonly BoundWork[],
  {
    db,
    clock,
    log,
    pollSeconds,
    reportMillis = pollSeconds === undefined ? 10_000 : 1_000,
  }: {
    db: Database;
    clock: Clock;
    log: Log;
    /** Shortens the pauses of work that polls every minute or more often. */
    pollSeconds: number | undefined;
    /** Time between two reports, and between two looks at what is paused. */
    reportMillis?: number;
  },
): Promise<RunningWork> {
  const processId = randomUUID();
  const stopping = new AbortController();
  const progress = new Map<string, Progress>();
  const pollers = new Map<string, Poller>();
  /** Interrupts the current run of each. */
  const runs = new Map<string, AbortController>();
  let paused = await listPaused(db);

  async function start({ name, label, everySeconds, prepare }: BoundWork): Promise<void> {
    const lifetime = { signal: stopping.signal, wake: () => pollers.get(name)?.wake() };
    const prepared = await prepare(lifetime);
    if (!prepared) return;
    const run: Run = prepared;
    const own: Progress = { name, running: 0, succeededAt: null, failedAt: null, error: null };
    progress.set(name, own);
    const intervalMillis =
      1000 * (everySeconds > pollsOften ? everySeconds : Math.min(everySeconds, pollSeconds ?? everySeconds));
    const failureMessage = `Could not ${label.charAt(0).toLowerCase()}${label.slice(1)}`;

    function recordFailure(error: unknown, about: object): string {
      log.error({ err: error, ...about }, failureMessage);
      own.failedAt = clock();
      own.error = (error instanceof Error ? error.message : String(error)).slice(0, longestError);
      return own.error;
    }

    async function runOnce(): Promise<void> {
      if (paused.has(name) || stopping.signal.aborted) return;
      const running = new AbortController();
      runs.set(name, running);
      const { signal } = running;
      const failedBefore = own.failedAt;
      let attempts = 0;
      const context: RunContext = {
        db,
        clock,
        log,
        signal,
        pauseMillis: intervalMillis,
        async attempt(part, about) {
          own.running += 1;
          attempts += 1;
          try {
            await part();
            return null;
          } catch (error) {
            return signal.aborted ? null : recordFailure(error, about);
          } finally {
            own.running -= 1;
          }
        },
      };
      try {
        await run(context);
        // That nothing was due says nothing about an earlier failure.
        const isTold = attempts > 0 || !isFailing(own);
        if (isTold && own.failedAt === failedBefore && !signal.aborted) own.succeededAt = clock();
      } catch (error) {
        if (!signal.aborted) recordFailure(error, {});
      }
    }

    pollers.set(name, startPoller(runOnce, { intervalMillis, log, failureMessage }));
  }

  async function report(): Promise<void> {
    await storeReports(db, processId, { all: [...progress.values()], now: clock() });
    const before = paused;
    paused = await listPaused(db);
    for (const name of paused.keys()) runs.get(name)?.abort();
    for (const name of before.keys()) if (!paused.has(name)) pollers.get(name)?.wake();
  }

  for (const work of works) await start(work);
  const reporter = startPoller(report, {
    intervalMillis: reportMillis,
    log,
    failureMessage: 'Could not report background work',
  });
  return {
    wake: (name) => pollers.get(name)?.wake(),
    async stop() {
      stopping.abort();
      for (const run of runs.values()) run.abort();
      await Promise.all([reporter, ...pollers.values()].map((poller) => poller.stop()));
      await deleteReports(db, processId).catch(() => undefined); // outdated soon
    },
  };
}
