import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log/log.ts';

export interface Poller {
  /** Starts the next run now, or directly after the current one. */
  wake(): void;
  /** Aborts the current run's signal and resolves when the run has ended. */
  stop(): Promise<void>;
}

export interface PollerOptions {
  /** Pause between the end of a run and the next start. */
  intervalMillis: number;
  /** If true, the first run waits for one interval; otherwise it starts immediately. */
  waitsFirst?: boolean;
  log: Log;
  /** The log message for a run that fails. The next run starts as usual. */
  failureMessage: string;
}

/** Runs background work again and again, never twice at the same time within this process. */
export function startPoller(
  run: (signal: AbortSignal) => Promise<void>,
  { intervalMillis, waitsFirst = false, log, failureMessage }: PollerOptions,
): Poller {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDue = !waitsFirst;
  let pause = new AbortController();

  async function work(): Promise<void> {
    while (!signal.aborted) {
      if (!isDue) {
        pause = new AbortController();
        const ended = AbortSignal.any([signal, pause.signal]);
        await sleep(intervalMillis, undefined, { signal: ended }).catch(() => undefined);
        if (signal.aborted) return;
      }
      isDue = false;
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error }, failureMessage);
      });
    }
  }

  const working = work();
  return {
    wake() {
      isDue = true;
      pause.abort();
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
