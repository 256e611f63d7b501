import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { startPoller } from '../../platform/poller.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { listDueAccounts, wakeUserAccounts, wakeReconnected } from './schedule/queries.ts';
import { runAccount } from './run/run-account.ts';
import type { SyncDeps } from './sync-deps.ts';

const maxDueAccounts = 500;

/**
 * Starts the sync's background half: enqueues due accounts and processes them. Returns a function that stops
 * enqueueing.
 */
export async function startSyncWork(
  deps: SyncDeps,
  queue: AccountQueue,
  { concurrency = 3, pollIntervalSeconds = 5 }: { concurrency?: number; pollIntervalSeconds?: number } = {},
): Promise<() => Promise<void>> {
  await queue.work(
    async (accountId, signal, requestId) => {
      const log = requestId ? deps.log.child({ reqId: requestId }) : deps.log;
      const startedAt = performance.now();
      const attributes = requestId ? { 'request.id': requestId } : {};
      const hasMore = await inSpan('sync account', attributes, () =>
        runAccount({ ...deps, log, requestId }, accountId, signal),
      );
      const reported = { accountId, ms: Math.round(performance.now() - startedAt), hasMore };
      // Info only for requested syncs; the rest would add a line per account and hour.
      log[requestId ? 'info' : 'debug'](reported, 'Account synced');
      // An account with more to do goes to the end of the queue.
      if (hasMore) await queue.send(accountId, { requestId });
    },
    { concurrency, urgentConcurrency: 2 },
  );
  const poller = startPoller(
    async () => {
      await wakeReconnected(deps.db, deps.clock());
      await queue.sendMany(await listDueAccounts(deps.db, deps.clock(), maxDueAccounts));
    },
    { intervalMillis: pollIntervalSeconds * 1000, log: deps.log, failureMessage: 'Could not find due accounts' },
  );
  const stopListening = deps.events.subscribe((message) => {
    if (message.to !== 'user' || message.event.type !== 'connection-update') return;
    wakeUserAccounts(deps.db, message.userId, deps.clock())
      .then(poller.wake)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'Could not wake the accounts of a changed login'));
  });
  return async () => {
    stopListening();
    await poller.stop();
  };
}
