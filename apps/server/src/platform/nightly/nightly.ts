import { toUtcDay } from '@tidemark/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { startPoller } from '../poller.ts';
import { claimRun, finishRun } from './queries.ts';

/** A rule for deleting expired data. */
export interface RetentionPolicy {
  /** The label under which deletions are counted. */
  kind: string;
  /** Deletes some expired data; returns the number. Called until nothing is left, by one process per night. */
  deleteBatch(now: Date): Promise<number>;
}

export interface Nightly {
  /** Deletions by this process since it started, by label. */
  deleted(): Record<string, number>;
  stop(): Promise<void>;
}

const pollInterval = 600_000;
const batchPauseMillis = 50;
const startHour = 2;

/** Once per night, one process deletes expired data in batches. */
export function startNightly(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  policies: readonly RetentionPolicy[],
): Nightly {
  const deleted: Record<string, number> = Object.fromEntries(policies.map(({ kind }) => [kind, 0]));

  async function poll(signal: AbortSignal): Promise<void> {
    const now = clock();
    const day = toUtcDay(now);
    if (now.getUTCHours() < startHour || !(await claimRun(db, day, now))) return;
    const tonight = await deleteExpired(policies, { now, signal, log });
    for (const [what, count] of Object.entries(tonight)) deleted[what] = (deleted[what] ?? 0) + count;
    if (signal.aborted) return;
    await finishRun(db, day, clock());
    log.info({ deleted: tonight }, 'Deleted expired data');
  }

  const poller = startPoller(poll, { intervalMillis: pollInterval, log, failureMessage: 'Nightly jobs failed' });
  return {
    deleted: () => ({ ...deleted }),
    stop: poller.stop,
  };
}

/** Applies one policy after the other; one failure does not prevent the rest. */
async function deleteExpired(
  policies: readonly RetentionPolicy[],
  { now, signal, log }: { now: Date; signal: AbortSignal; log: Log },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
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
    }
  }
  return counts;
}
