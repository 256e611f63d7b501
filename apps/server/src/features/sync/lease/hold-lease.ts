import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../platform/log/log.ts';
import { type Lease, LeaseLostError, saveCheckpoint } from './queries.ts';

const heartbeatSeconds = 10;

/** Extends a lease until `stop` is called; `signal` is aborted when another worker has taken it. */
export function holdLease(
  { db, log }: { db: Database; log: Pick<Log, 'warn'> },
  lease: Lease,
): { signal: AbortSignal; stop(): void } {
  const lost = new AbortController();
  const heartbeat = setInterval(
    () =>
      void saveCheckpoint(db, lease, {}).catch((error: unknown) => {
        if (error instanceof LeaseLostError) lost.abort(error);
        else log.warn({ err: error, accountId: lease.accountId }, 'Could not extend the lease of an account');
      }),
    heartbeatSeconds * 1000,
  );
  return { signal: lost.signal, stop: () => clearInterval(heartbeat) };
}
