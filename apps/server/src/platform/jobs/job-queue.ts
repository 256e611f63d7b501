import { PgBoss, type Job, type JobResult } from 'pg-boss';
import type { DatabaseAddress } from '../../database/database.ts';
import { toDatabaseError } from '../connection-error.ts';
import type { Log } from '../log/log.ts';

/**
 * Jobs by account: at most one job per account waits in a lane, and any worker process may run it. Requested jobs have
 * their own lane and workers, so that ordinary jobs never delay them.
 */
export interface AccountQueue {
  /** `requestId` identifies the originating request in the log. */
  send(accountId: string, options?: { urgent?: boolean; requestId?: string }): Promise<void>;
  /** Sends ordinary jobs. Skips accounts that wait for a retry or were set aside recently. */
  sendMany(accountIds: string[]): Promise<void>;
  work(handle: Handle, options: { concurrency: number; urgentConcurrency?: number }): Promise<void>;
  /** Lists accounts whose job was set aside after five failures in a row, newest first. */
  listDead(): Promise<DeadJob[]>;
  /** Gives set-aside jobs another five attempts; returns the number of jobs. */
  redrive(accountIds?: string[]): Promise<number>;
  /** Counts the jobs that wait, run, and wait for a retry. */
  count(): Promise<{ ordinary: number; urgent: number; active: number; retrying: number; dead: number }>;
  /** Takes no new job, and asks running ones to finish. */
  stop(): Promise<void>;
}

export interface DeadJob {
  accountId: string;
  since: Date;
  error: string;
}

interface Payload {
  accountId: string;
  requestId?: string;
}

type Handle = (accountId: string, signal: AbortSignal, requestId?: string) => Promise<void>;

const lanes = { ordinary: 'sync-account', urgent: 'sync-account-urgent', dead: 'sync-account-dead' } as const;
const schema = 'jobs';
const attempts = 5;
const setAsideHours = 6;
// Two at a time, because a full fetch is followed by the next without a pause; with one at a time a worker idles for
// half a second after each job.
const jobsAtOnce = 2;
// Passed to the driver: a silently dead connection is given up and replaced.
const silenceEnds = { query_timeout: 15_000 };
const queueRetention = { expireInSeconds: 4 * 3600, deleteAfterSeconds: 3600 };

export async function startAccountQueue({
  address,
  canListen = true,
  log,
  retryAfterSeconds = 15,
  onTried,
}: {
  address: DatabaseAddress;
  /** True if notifications arrive; otherwise new jobs are only polled. */
  canListen?: boolean;
  log: Log;
  /** Delay before the first retry; it about doubles each time, up to twenty times the first. */
  retryAfterSeconds?: number;
  /** Called after every attempt. */
  onTried?: (attempt: { lane: string; isDone: boolean }) => void;
}): Promise<AccountQueue> {
  const boss = new PgBoss({
    ...address,
    ...silenceEnds,
    max: 4,
    schema,
    schedule: false,
    // Migrations create the schema: the product's role may not.
    createSchema: false,
    useListenNotify: canListen,
    application_name: 'tidemark-jobs',
  });
  boss.on('error', (error) => {
    // The queue has its own connections.
    log.error({ err: toDatabaseError(error) }, 'Job queue error');
  });
  await boss.start();
  await ensureQueue(boss, lanes.dead, { retryLimit: 0 });
  await ensureQueue(boss, lanes.ordinary, {
    ...queueRetention,
    retryLimit: attempts - 1,
    retryDelay: retryAfterSeconds,
    retryBackoff: true,
    retryDelayMax: Math.max(1, retryAfterSeconds * 20),
    deadLetter: lanes.dead,
  });
  await ensureQueue(boss, lanes.urgent, { ...queueRetention, retryLimit: 0 });
  const stopping = new AbortController();

  /** Returns accounts that ordinary work skips: they wait for a retry, or have used all attempts. */
  async function findSetAside(accountIds: string[]): Promise<Set<string>> {
    const { rows } = (await boss.getDb().executeSql(
      `select singleton_key from ${schema}.job where singleton_key = any($1)
         and (name = $2 and state = 'retry'
           or name = $3 and state = 'created' and created_on > now() - make_interval(hours => $4))`,
      [accountIds, lanes.ordinary, lanes.dead, setAsideHours],
    )) as { rows: { singleton_key: string }[] }; // columns in the query above
    return new Set(rows.map((row) => row.singleton_key));
  }

  async function deleteDeadJobs(accountId: string) {
    const dead = await boss.findJobs(lanes.dead, { key: accountId });
    if (dead.length > 0)
      await boss.deleteJob(
        lanes.dead,
        dead.map(({ id }) => id),
      );
  }

  async function attempt(
    { id, data: { accountId, requestId }, retryCount }: Job<Payload>,
    lane: 'ordinary' | 'urgent',
    handle: Handle,
  ): Promise<JobResult> {
    try {
      await handle(accountId, stopping.signal, requestId);
      await deleteDeadJobs(accountId);
      onTried?.({ lane, isDone: true });
    } catch (error) {
      onTried?.({ lane, isDone: false });
      log.error({ err: error, accountId, reqId: requestId, lane, attempt: retryCount + 1 }, 'Job failed');
      if (lane === 'ordinary') return { id, status: 'failed', output: { message: toMessage(error) } };
      // Retries are ordinary work, which frees the lane for the next request.
      await send(accountId, { startAfter: retryAfterSeconds, requestId });
    }
    return { id, status: 'completed' };
  }

  async function send(
    accountId: string,
    { urgent = false, startAfter = 0, requestId }: { urgent?: boolean; startAfter?: number; requestId?: string } = {},
  ) {
    const lane = urgent ? lanes.urgent : lanes.ordinary;
    await boss.send(lane, { accountId, requestId } satisfies Payload, { singletonKey: accountId, startAfter });
  }

  return {
    send,
    async sendMany(accountIds) {
      if (accountIds.length === 0) return;
      const setAside = await findSetAside(accountIds);
      const jobs = accountIds
        .filter((accountId) => !setAside.has(accountId))
        .map((accountId) => ({ data: { accountId } satisfies Payload, singletonKey: accountId }));
      if (jobs.length > 0) await boss.insert(lanes.ordinary, jobs);
    },
    async work(handle, { concurrency, urgentConcurrency = 2 }) {
      for (const [lane, workers] of [
        ['ordinary', concurrency],
        ['urgent', urgentConcurrency],
      ] as const) {
        // Jobs fetched together wait for the slowest one: requested work should not.
        const together = lane === 'urgent' ? 1 : jobsAtOnce;
        await boss.work<Payload>(
          lanes[lane],
          {
            localConcurrency: Math.ceil(workers / together),
            batchSize: together,
            burstWhenBatchFull: true,
            perJobResults: true,
            pollingIntervalSeconds: 0.5,
            notifyPollingIntervalSeconds: 0.5,
          },
          (jobs: Job<Payload>[]) => Promise.all(jobs.map((job) => attempt(job, lane, handle))),
        );
      }
    },
    async listDead() {
      const jobs = await boss.findJobs<Payload>(lanes.dead, { queued: true });
      const newestFirst = jobs.toSorted((one, other) => other.createdOn.getTime() - one.createdOn.getTime());
      const byAccount = new Map<string, DeadJob>();
      for (const { data, createdOn, sourceOutput } of newestFirst) {
        if (!byAccount.has(data.accountId))
          byAccount.set(data.accountId, {
            accountId: data.accountId,
            since: createdOn,
            error: toMessage(sourceOutput),
          });
      }
      return [...byAccount.values()];
    },
    async redrive(accountIds) {
      if (!accountIds) return boss.redrive(lanes.dead);
      let moved = 0;
      for (const accountId of accountIds) moved += await boss.redrive(lanes.dead, { data: { accountId } });
      return moved;
    },
    async count() {
      const { rows } = (await boss.getDb().executeSql(
        `select name, state, count(*)::int as jobs from ${schema}.job
           where name = any($1) and state in ('created', 'retry', 'active') group by name, state`,
        [Object.values(lanes)],
      )) as { rows: { name: string; state: string; jobs: number }[] }; // columns in the query above
      const sum = (isOne: (row: { name: string; state: string }) => boolean) =>
        rows.filter(isOne).reduce((all, { jobs }) => all + jobs, 0);
      return {
        ordinary: sum(({ name, state }) => name === lanes.ordinary && state === 'created'),
        urgent: sum(({ name, state }) => name === lanes.urgent && state === 'created'),
        active: sum(({ name, state }) => name !== lanes.dead && state === 'active'),
        retrying: sum(({ name, state }) => name !== lanes.dead && state === 'retry'),
        dead: sum(({ name }) => name === lanes.dead),
      };
    },
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** Queues outlive a version: the current retry options also apply to existing ones. */
async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['updateQueue']>[1]) {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, { policy: 'short' });
  await boss.updateQueue(name, { ...options, notify: true });
}

function toMessage(output: unknown): string {
  return output && typeof output === 'object' && 'message' in output ? String(output.message).slice(0, 500) : '';
}
