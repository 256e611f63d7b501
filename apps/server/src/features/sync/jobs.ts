import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { listDueAccounts, lookAgain, wakeReconnected } from './queries.ts';
import { runAccount, type SyncNeeds } from './run-account.ts';

const mostAtOnce = 500;

/** The background half of the sync: hands out what is due, and works on it. Returns how to stop handing out. */
export async function startSyncWork(
  needs: SyncNeeds,
  queue: AccountQueue,
  { concurrency = 3, lookEverySeconds = 5 }: { concurrency?: number; lookEverySeconds?: number } = {},
): Promise<() => void> {
  await queue.work(
    async (accountId, signal, requestId) => {
      const log = requestId ? needs.log.child({ reqId: requestId }) : needs.log;
      const startedAt = performance.now();
      const asked = requestId ? { 'request.id': requestId } : {};
      const hasMore = await inSpan('read an account', asked, () =>
        runAccount({ ...needs, log, requestId }, accountId, signal),
      );
      const told = { accountId, ms: Math.round(performance.now() - startedAt), hasMore };
      // What a person asked for can be followed; the rest would be a line an account and hour.
      log[requestId ? 'info' : 'debug'](told, 'An account was read');
      // An account that has more to do lines up again behind those that wait.
      if (hasMore) await queue.send(accountId, { requestId });
    },
    { concurrency, urgentConcurrency: 2 },
  );
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      await wakeReconnected(needs.db, needs.clock());
      await queue.sendMany(await listDueAccounts(needs.db, needs.clock(), mostAtOnce));
    } catch (error) {
      needs.log.error({ err: error }, 'Cannot look for accounts that are due');
    } finally {
      looking = false;
    }
  };
  const stopListening = needs.events.subscribe((message) => {
    if (message.to !== 'user' || message.event.type !== 'connection-update') return;
    lookAgain(needs.db, message.userId, needs.clock())
      .then(look)
      .catch((error: unknown) => needs.log.warn({ err: error }, 'Accounts of a changed login wait for their turn'));
  });
  const timer = setInterval(() => void look(), lookEverySeconds * 1000);
  void look();
  return () => {
    stopListening();
    clearInterval(timer);
  };
}
