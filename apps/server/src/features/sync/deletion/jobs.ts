import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import { listOrphans, markOrphans } from '../../accounts/index.ts';
import { deleteAccountData } from './delete-account.ts';

export interface DeletionDeps {
  db: Database;
  files: FileStore;
  clock: Clock;
  log: Log;
}

const retentionDays = 30;
const pollInterval = 5_000;
const sweepEvery = 3_600_000;

/** Deletes accounts that nobody has linked for 30 days. Returns a function that stops within one batch. */
export function startDeletionWork({ db, files, clock, log }: DeletionDeps): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let sweptAt = -Infinity;

  async function poll(): Promise<void> {
    if (performance.now() - sweptAt > sweepEvery) {
      await markOrphans(db);
      sweptAt = performance.now();
    }
    const before = new Date(clock().getTime() - retentionDays * 86_400_000);
    for (const accountId of await listOrphans(db, before, 100)) {
      if (await deleteAccountData({ db, files }, accountId, signal))
        log.info({ accountId }, 'Deleted an account that is no longer linked');
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      await poll().catch((error: unknown) => log.error({ err: error }, 'Could not delete accounts'));
      await sleep(pollInterval, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return async () => {
    stopping.abort();
    await working;
  };
}
