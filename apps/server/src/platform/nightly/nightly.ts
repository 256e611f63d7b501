import { toUtcDay } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { claimRun, finishRun } from './queries.ts';

/** A rule for deleting expired data. */
export interface RetentionPolicy {
  /** The label under which deletions are counted. */
  kind: string;
  /** Deletes some expired data; returns the number. Called until nothing is left, by one process per night. */
  deleteBatch(now: Date): Promise<number>;
}

const batchPauseMillis = 50;
const startHour = 2;

interface NightlyDeps {
  db: Database;
  clock: Clock;
  log: Log;
  /** Counts deletions since the process started, by label. */
  deleted: Record<string, number>;
}

/** Returns a run that deletes expired data in batches: once per night, in one process. */
export function createNightlyRun(
  { db, clock, log, deleted }: NightlyDeps,
  policies: readonly RetentionPolicy[],
): (signal: AbortSignal) => Promise<void> {
  for (const { kind } of policies) deleted[kind] = 0;
  return async (signal) => {
    const now = clock();
    const day = toUtcDay(now);
    if (now.getUTCHours() < startHour || !(await claimRun(db, day, now))) return;
    const { counts, failed } = await deleteExpired(policies, { now, signal, log });
    for (const [kind, count] of Object.entries(counts)) deleted[kind] = (deleted[kind] ?? 0) + count;
    if (signal.aborted) return;
    await finishRun(db, day, clock());
    log.info({ deleted: counts }, 'Deleted expired data');
    if (failed.length > 0) throw new Error(`Not deleted: ${failed.join(', ')}`);
  };
}

/** Applies one policy after the other; one failure does not prevent the rest. */
async function deleteExpired(
  policies: readonly RetentionPolicy[],
  { now, signal, log }: { now: Date; signal: AbortSignal; log: Log },
): Promise<{ counts: Record<string, number>; failed: string[] }> {
  const counts: Record<string, number> = {};
  const failed: string[] = [];
  for (const { kind, deleteBatch } of policies) {
    try {
      let count = -1;
      while (count !== 0 && !signal.aborted) {
        count = await deleteBatch(now);
        counts[kind] = (counts[kind] ?? 0) + count;
        if (count > 0) await sleep(batchPauseMillis);
      }
    } catch (error) {
      log.error({ err: error, kind }, 'Could not delete expired data');
      failed.push(kind);
    }
  }
  return { counts, failed };
}
