import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { listDueAccounts, wakeUserAccounts, wakeReconnected } from './queries.ts';
import { runAccount, type SyncDeps } from './run-account.ts';

const maxDueAccounts = 500;

/**
 * The background half of the sync: enqueues due accounts and processes them. Returns a function that stops enqueueing.
 */
export async function startSyncWork(
  deps: SyncDeps,
  queue: AccountQueue,
  { concurrency = 3, pollIntervalSeconds = 5 }: { concurrency?: number; pollIntervalSeconds?: number } = {},
): Promise<() => void> {
  await queue.work(
    async (accountId, signal, requestId) => {
      const log = requestId ? deps.log.child({ reqId: requestId }) : deps.log;
      const startedAt = performance.now();
      const attributes = requestId ? { 'request.id': requestId } : {};
      const hasMore = await inSpan('sync account', attributes, () =>
        runAccount({ ...deps, log, requestId }, accountId, signal),
      );
      const reported = { accountId, ms: Math.round(performance.now() - startedAt), hasMore };
      // Info only for requested syncs; the others would add a line per account and hour.
      log[requestId ? 'info' : 'debug'](reported, 'Account synced');
      // An account with more to do goes to the end of the queue.
      if (hasMore) await queue.send(accountId, { requestId });
    },
    { concurrency, urgentConcurrency: 2 },
  );
  let polling = false;
  const poll = async () => {
    if (polling) return;
    polling = true;
    try {
      await wakeReconnected(deps.db, deps.clock());
      await queue.sendMany(await listDueAccounts(deps.db, deps.clock(), maxDueAccounts));
    } catch (error) {
      deps.log.error({ err: error }, 'Could not find due accounts');
    } finally {
      polling = false;
    }
  };
  const stopListening = deps.events.subscribe((message) => {
    if (message.to !== 'user' || message.event.type !== 'connection-update') return;
    wakeUserAccounts(deps.db, message.userId, deps.clock())
      .then(poll)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'Accounts of a changed login are queued'));
  });
  const timer = setInterval(() => void poll(), pollIntervalSeconds * 1000);
  void poll();
  return () => {
    stopListening();
    clearInterval(timer);
  };
}
