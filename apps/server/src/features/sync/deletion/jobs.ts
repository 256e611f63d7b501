import { dayMillis } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startPoller } from '../../../platform/poller.ts';
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
  let sweptAt = -Infinity;

  async function poll(signal: AbortSignal): Promise<void> {
    if (performance.now() - sweptAt > sweepEvery) {
      await markOrphans(db);
      sweptAt = performance.now();
    }
    const before = new Date(clock().getTime() - retentionDays * dayMillis);
    for (const accountId of await listOrphans(db, before, 100)) {
      if (await deleteAccountData({ db, files }, accountId, signal))
        log.info({ accountId }, 'Deleted an account that is no longer linked');
    }
  }

  return startPoller(poll, { intervalMillis: pollInterval, log, failureMessage: 'Could not delete accounts' }).stop;
}
