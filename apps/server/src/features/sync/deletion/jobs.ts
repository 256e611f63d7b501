import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import { listOrphans, markOrphans } from '../../accounts/index.ts';
import { forgetAccount } from './forget-account.ts';

export interface DeletionNeeds {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Log;
}

const keptDays = 30;
const lookEvery = 5_000;
const sweepEvery = 3_600_000;

/** Deletes accounts that nobody has linked for 30 days. Returns how to stop; it ends within one batch. */
export function startDeletionWork({ db, files, clock, log }: DeletionNeeds): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let sweptAt = -Infinity;

  async function look(): Promise<void> {
    if (performance.now() - sweptAt > sweepEvery) {
      await markOrphans(db);
      sweptAt = performance.now();
    }
    const before = new Date(clock().getTime() - keptDays * 86_400_000);
    for (const accountId of await listOrphans(db, before, 100)) {
      if (await forgetAccount({ db, files }, accountId, signal))
        log.info({ accountId }, 'An account that nobody links any more was deleted');
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.error({ err: error }, 'Accounts cannot be deleted'));
      await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}
