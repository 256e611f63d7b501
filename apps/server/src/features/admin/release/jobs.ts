import { dayMillis } from '@tidemark/contract';
import { fetchLatestRelease } from '../../../clients/releases/latest-release.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startPoller } from '../../../platform/poller.ts';
import { claimCheck, storeFailure, storeRelease } from './queries.ts';

const retryMillis = 6 * 60 * 60_000;

interface ReleaseWork {
  db: Database;
  clock: Clock;
  log: Log;
  /** URL that answers like GitHub's `releases/latest`. */
  url: string;
  version: string;
}

/** Checks for a newer version once a day, six hours after a failure. Returns a function that stops it. */
export function startReleaseChecks(
  { db, clock, log, url, version }: ReleaseWork,
  { pollSeconds = 600 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  async function check(signal: AbortSignal): Promise<void> {
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
  }

  return startPoller(check, {
    intervalMillis: pollSeconds * 1000,
    log,
    failureMessage: 'Could not check for a newer version',
  }).stop;
}
