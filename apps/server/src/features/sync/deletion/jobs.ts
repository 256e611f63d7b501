import { dayMillis } from '@tidemark/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startPoller } from '../../../platform/poller.ts';
import { listOrphans, markOrphans } from '../../accounts/index.ts';
import { type AccountDeletionDeps, deleteAccountData } from './delete-account.ts';

export interface DeletionDeps extends AccountDeletionDeps {
  clock: Clock;
  log: Log;
}

const retentionDays = 30;
const pollInterval = 5_000;
const sweepEvery = 3_600_000;

/** Deletes accounts that no user has linked for 30 days. Returns a function that stops within one batch. */
export function startDeletionWork({ clock, log, ...deps }: DeletionDeps): () => Promise<void> {
  let sweptAt = -Infinity;

  async function poll(signal: AbortSignal): Promise<void> {
    if (performance.now() - sweptAt > sweepEvery) {
      await markOrphans(deps.db);
      sweptAt = performance.now();
    }
    const before = new Date(clock().getTime() - retentionDays * dayMillis);
    for (const accountId of await listOrphans(deps.db, before, 100)) {
      if (await deleteAccountData(deps, accountId, signal))
        log.info({ accountId }, 'Deleted an account that is no longer linked');
    }
  }

  return startPoller(poll, { intervalMillis: pollInterval, log, failureMessage: 'Could not delete accounts' }).stop;
}
