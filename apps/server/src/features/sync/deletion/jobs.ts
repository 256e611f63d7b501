import { dayMillis } from '@tidemark/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { defineSchedule } from '../../../platform/work/work.ts';
import { listOrphans, markOrphans } from '../../accounts/index.ts';
import { type AccountDeletionDeps, deleteAccountData } from './delete-account.ts';

interface DeletionDeps extends AccountDeletionDeps {
  clock: Clock;
  log: Log;
}

const retentionDays = 30;
const sweepEvery = 3_600_000;

/** Deletes accounts that no user has linked for 30 days; stops within one batch. */
export const deletionWork = defineSchedule({
  name: 'account-deletion',
  label: 'Delete accounts',
  remedy: 'See the log; tidemark doctor tests the data folder.',
  everySeconds: 5,
  prepare({ clock, log, ...deps }: DeletionDeps) {
    let sweptAt = -Infinity;
    return async (signal) => {
      if (performance.now() - sweptAt > sweepEvery) {
        await markOrphans(deps.db);
        sweptAt = performance.now();
      }
      const before = new Date(clock().getTime() - retentionDays * dayMillis);
      for (const accountId of await listOrphans(deps.db, before, 100)) {
        if (await deleteAccountData(deps, accountId, signal))
          log.info({ accountId }, 'Deleted an account that is no longer linked');
      }
    };
  },
});
