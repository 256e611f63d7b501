import { dayMillis } from '@tidemark/contract';
import { fetchLatestRelease } from '../../../clients/releases/latest-release.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { defineSchedule } from '../../../platform/work/work.ts';
import { claimCheck, storeFailure, storeRelease } from './queries.ts';

const retryMillis = 6 * 60 * 60_000;

interface ReleaseServices {
  db: Database;
  clock: Clock;
  log: Log;
  /** `updateCheckUrl` answers like GitHub's `releases/latest`. */
  config: { updateCheckUrl: string | null };
  version: string;
}

/** Checks for a newer version once a day, six hours after a failure. */
export const releaseWork = defineSchedule({
  name: 'updates',
  label: 'Check for a newer version',
  remedy: 'UPDATE_CHECK_URL must be reachable from here; empty turns the check off.',
  everySeconds: 60,
  prepare: ({ db, clock, log, config: { updateCheckUrl: url }, version }: ReleaseServices) =>
    url === null
      ? null
      : async (signal) => {
          const after = (millis: number) => new Date(clock().getTime() + millis);
          if (!(await claimCheck(db, { now: clock(), next: after(retryMillis) }))) return;
          try {
            const release = await fetchLatestRelease(url, { version, signal });
            await storeRelease(db, release, { now: clock(), next: after(dayMillis) });
          } catch (error) {
            if (signal.aborted) return;
            log.warn({ err: error }, 'Could not check for a newer version');
            await storeFailure(db, clock());
          }
        },
});
