import { PgBoss } from 'pg-boss';
import type { DatabaseAddress } from '../../database/database.ts';
import type { Log } from '../log/log.ts';

/** Work by account: at most one job of an account waits, and any worker process may take it. */
export interface AccountQueue {
  send(accountId: string, options?: { urgent?: boolean }): Promise<void>;
  sendMany(accountIds: string[]): Promise<void>;
  work(
    handle: (accountId: string, signal: AbortSignal) => Promise<void>,
    options: { concurrency: number },
  ): Promise<void>;
  /** Takes no new job, and tells the running ones to come to an end. */
  stop(): Promise<void>;
}

const queue = 'sync-account';

export async function startAccountQueue({
  address,
  log,
}: {
  address: DatabaseAddress;
  log: Log;
}): Promise<AccountQueue> {
  const boss = new PgBoss({ ...address, max: 4, schema: 'jobs', schedule: false, application_name: 'tidemark-jobs' });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reports a problem'));
  await boss.start();
  if (!(await boss.getQueue(queue)))
    await boss.createQueue(queue, {
      policy: 'short',
      retryLimit: 0,
      expireInSeconds: 4 * 3600,
      deleteAfterSeconds: 3600,
    });
  const stopping = new AbortController();
  return {
    async send(accountId, { urgent = false } = {}) {
      await boss.send(queue, { accountId }, { singletonKey: accountId, priority: urgent ? 10 : 0 });
    },
    async sendMany(accountIds) {
      if (accountIds.length > 0)
        await boss.insert(
          queue,
          accountIds.map((accountId) => ({ data: { accountId }, singletonKey: accountId })),
        );
    },
    async work(handle, { concurrency }) {
      await boss.work<{ accountId: string }>(
        queue,
        { localConcurrency: concurrency, batchSize: 1, pollingIntervalSeconds: 0.5 },
        async ([job]) => {
          if (job) await handle(job.data.accountId, stopping.signal);
        },
      );
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}
