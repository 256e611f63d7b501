import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { listDueAccounts, wakeReconnected } from './queries.ts';
import { runAccount, type SyncNeeds } from './run-account.ts';

const lookEverySeconds = 5;
const mostAtOnce = 500;

/** The background half of the sync: hands out what is due, and works on it. Returns how to stop handing out. */
export async function startSyncWork(
  needs: SyncNeeds,
  queue: AccountQueue,
  { concurrency = 3 } = {},
): Promise<() => void> {
  await queue.work((accountId, signal) => runAccount(needs, accountId, signal), { concurrency });
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      await wakeReconnected(needs.db);
      await queue.sendMany(await listDueAccounts(needs.db, mostAtOnce));
    } catch (error) {
      needs.log.error({ err: error }, 'Cannot look for accounts that are due');
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), lookEverySeconds * 1000);
  void look();
  return () => clearInterval(timer);
}
