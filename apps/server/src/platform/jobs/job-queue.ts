import { PgBoss, type Job, type JobResult } from 'pg-boss';
import type { DatabaseAddress } from '../../database/database.ts';
import type { Log } from '../log/log.ts';

/**
 * Work by account: at most one job of an account waits in a lane, and any worker process may take it. What a person
 * asked for has a lane and workers of its own, so that no amount of ordinary work is in front of it.
 */
export interface AccountQueue {
  send(accountId: string, options?: { urgent?: boolean }): Promise<void>;
  /** Ordinary jobs. Accounts that wait for another attempt, or were set aside lately, are left out. */
  sendMany(accountIds: string[]): Promise<void>;
  work(
    handle: (accountId: string, signal: AbortSignal) => Promise<void>,
    options: { concurrency: number; urgentConcurrency?: number },
  ): Promise<void>;
  /** Accounts whose job failed five times in a row and was set aside, the newest first. */
  listDead(): Promise<DeadJob[]>;
  /** Gives what was set aside another five attempts; returns how many jobs. */
  redrive(accountIds?: string[]): Promise<number>;
  /** Takes no new job, and tells the running ones to come to an end. */
  stop(): Promise<void>;
}

export interface DeadJob {
  accountId: string;
  since: Date;
  error: string;
}

interface Payload {
  accountId: string;
}

const lanes = { ordinary: 'sync-account', urgent: 'sync-account-urgent', dead: 'sync-account-dead' } as const;
const schema = 'jobs';
const attempts = 5;
const setAsideHours = 6;
// Two at a time, because a full fetch is followed by the next without a pause; with one at a time a worker rests half a
// second after each job.
const jobsAtOnce = 2;
const kept = { expireInSeconds: 4 * 3600, deleteAfterSeconds: 3600 };

export async function startAccountQueue({
  address,
  log,
  retryAfterSeconds = 15,
}: {
  address: DatabaseAddress;
  log: Log;
  /** Before the second attempt; each further one waits about twice as long, up to twenty times as long. */
  retryAfterSeconds?: number;
}): Promise<AccountQueue> {
  const boss = new PgBoss({
    ...address,
    max: 4,
    schema,
    schedule: false,
    useListenNotify: true,
    application_name: 'tidemark-jobs',
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue reports a problem'));
  await boss.start();
  await ensureQueue(boss, lanes.dead, { retryLimit: 0 });
  await ensureQueue(boss, lanes.ordinary, {
    ...kept,
    retryLimit: attempts - 1,
    retryDelay: retryAfterSeconds,
    retryBackoff: true,
    retryDelayMax: Math.max(1, retryAfterSeconds * 20),
    deadLetter: lanes.dead,
  });
  await ensureQueue(boss, lanes.urgent, { ...kept, retryLimit: 0 });
  const stopping = new AbortController();

  /** Accounts that ordinary work leaves alone: they wait for another attempt, or have used up all of them. */
  async function findSetAside(accountIds: string[]): Promise<Set<string>> {
    const { rows } = (await boss.getDb().executeSql(
      `select singleton_key from ${schema}.job where singleton_key = any($1)
         and (name = $2 and state = 'retry'
           or name = $3 and state = 'created' and created_on > now() - make_interval(hours => $4))`,
      [accountIds, lanes.ordinary, lanes.dead, setAsideHours],
    )) as { rows: { singleton_key: string }[] }; // the columns of the query above
    return new Set(rows.map((row) => row.singleton_key));
  }

  async function forgetDead(accountId: string) {
    const dead = await boss.findJobs(lanes.dead, { key: accountId });
    if (dead.length > 0)
      await boss.deleteJob(
        lanes.dead,
        dead.map(({ id }) => id),
      );
  }

  async function attempt(
    { id, data: { accountId }, retryCount }: Job<Payload>,
    lane: 'ordinary' | 'urgent',
    handle: (accountId: string, signal: AbortSignal) => Promise<void>,
  ): Promise<JobResult> {
    try {
      await handle(accountId, stopping.signal);
      await forgetDead(accountId);
    } catch (error) {
      log.error({ err: error, accountId, lane, attempt: retryCount + 1 }, 'A job failed');
      if (lane === 'ordinary') return { id, status: 'failed', output: { message: messageOf(error) } };
      // Its further attempts are ordinary work, and the lane is free for the next person.
      await send(accountId, { startAfter: retryAfterSeconds });
    }
    return { id, status: 'completed' };
  }

  async function send(accountId: string, { urgent = false, startAfter = 0 } = {}) {
    const lane = urgent ? lanes.urgent : lanes.ordinary;
    await boss.send(lane, { accountId } satisfies Payload, { singletonKey: accountId, startAfter });
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
        // A job that is fetched with a long one waits for its end, and so does the next: no person should.
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
            error: messageOf(sourceOutput),
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
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 20_000 });
    },
  };
}

/** Queues outlive a version of ours: what it says of attempts holds for queues that stand already, too. */
async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['updateQueue']>[1]) {
  if (!(await boss.getQueue(name))) await boss.createQueue(name, { policy: 'short' });
  await boss.updateQueue(name, { ...options, notify: true });
}

function messageOf(output: unknown): string {
  return output && typeof output === 'object' && 'message' in output ? String(output.message).slice(0, 500) : '';
}
