import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { claimNight, closeNight } from './queries.ts';

/** Something that is kept for a while only. */
export interface Keeping {
  /** What is deleted, as it is counted. */
  what: string;
  /** Deletes some of what is too old; returns how many. Called until nothing is left, by one process a night. */
  forget(now: Date): Promise<number>;
}

export interface Nightly {
  /** What this process has deleted since it began, by what it was. */
  deleted(): Record<string, number>;
  stop(): Promise<void>;
}

const lookEvery = 600_000;
const breath = 50;
const startHour = 2;

/** Once a night, one of all processes deletes what is kept for a while only, a batch at a time. */
export function startNightly(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  keepings: readonly Keeping[],
): Nightly {
  const stopping = new AbortController();
  const { signal } = stopping;
  const deleted: Record<string, number> = Object.fromEntries(keepings.map(({ what }) => [what, 0]));

  async function look(): Promise<void> {
    const now = clock();
    const day = now.toISOString().slice(0, 10);
    if (now.getUTCHours() < startHour || !(await claimNight(db, day, now))) return;
    const tonight = await forgetAll(keepings, { now, signal, log });
    for (const [what, count] of Object.entries(tonight)) deleted[what] = (deleted[what] ?? 0) + count;
    if (signal.aborted) return;
    await closeNight(db, day, clock());
    log.info({ deleted: tonight }, 'What was kept long enough was deleted');
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.error({ err: error }, 'The nightly work failed'));
      await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return {
    deleted: () => ({ ...deleted }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** One after the other; one that fails does not keep the others. */
async function forgetAll(
  keepings: readonly Keeping[],
  { now, signal, log }: { now: Date; signal: AbortSignal; log: Log },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { what, forget } of keepings) {
    try {
      let count = -1;
      while (count !== 0 && !signal.aborted) {
        count = await forget(now);
        counts[what] = (counts[what] ?? 0) + count;
        if (count > 0) await sleep(breath);
      }
    } catch (error) {
      log.error({ err: error, what }, 'What is too old could not be deleted');
    }
  }
  return counts;
}
