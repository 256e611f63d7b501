import os from 'node:os';
import { sql } from 'kysely';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { toBacklog } from '../../platform/work/due-rows.ts';
import { defineSchedule } from '../../platform/work/work.ts';
import { listDueAccounts, wakeReconnected, wakeSwitched, wakeUserAccounts } from './schedule/queries.ts';
import { runAccount } from './run/run-account.ts';
import type { SyncDeps } from './sync-deps.ts';

const maxDueAccounts = 500;

interface SyncServices extends Omit<SyncDeps, 'lockOwner'> {
  queue: AccountQueue;
  config: { syncConcurrency: number };
}

/** Enqueues due accounts; the queue's workers process them, and those that users request. */
export const syncWork = defineSchedule({
  name: 'sync',
  label: 'Sync accounts',
  remedy: 'Accounts out of date are listed by reason below. Requested syncs go on while this is paused.',
  everySeconds: 5,
  backlog: toBacklog({
    table: 'sync_state',
    due: 'next_sync_at',
    waits: sql`not running and next_sync_at is not null`,
  }),
  async prepare({ queue, config, ...services }: SyncServices, { signal, wake }) {
    const { db, clock, events, log } = services;
    const lockOwner = `${os.hostname()}:${process.pid}`;
    await pauseDisabled(services);
    await processQueue(queue, { ...services, lockOwner }, config.syncConcurrency);
    const stopListening = events.subscribe((message) => {
      if (message.to !== 'user' || message.event.type !== 'connection-update') return;
      wakeUserAccounts(db, message.userId, clock())
        .then(wake)
        .catch((error: unknown) => log.warn({ err: error }, 'Could not wake the accounts of a changed login'));
    });
    signal.addEventListener('abort', stopListening);
    return async () => {
      await wakeReconnected(db, clock());
      await queue.sendMany(await listDueAccounts(db, clock(), maxDueAccounts));
    };
  },
});

async function pauseDisabled({ db, clock, connectors, log }: Omit<SyncDeps, 'lockOwner'>): Promise<void> {
  const disabled = Object.keys(connectors).filter((type) => connectors[type]?.isDisabled);
  const accounts = await wakeSwitched(db, disabled, clock());
  if (accounts > 0) log.warn({ accounts, disabled }, 'Accounts of networks that NETWORKS does not name are paused');
}

async function processQueue(queue: AccountQueue, deps: SyncDeps, concurrency: number): Promise<void> {
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
}
