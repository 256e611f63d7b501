import type { IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import { findLastBackup } from '../../database/backup/last-backup.ts';
import type { Database, PoolCounts } from '../../database/database.ts';
import type { LiveStreams } from '../../features/live/index.ts';
import { countRefused } from '../../features/mail/index.ts';
import { readSyncLag, syncStates } from '../../features/sync/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import type { Admissions } from '../../platform/http/admission.ts';
import type { PendingResponses } from '../../platform/http/pending-responses.ts';
import type { Metrics, Sample } from '../../platform/metrics/metrics.ts';
import { type DescribedWork, readWork, type WorkState } from '../../platform/work/overview.ts';
import { isFailing } from '../../platform/work/queries.ts';

interface GaugeDeps {
  db: Database;
  clock: Clock;
  queue: AccountQueue;
  streams: LiveStreams;
  identityProvider: IdentityProvider;
  /** Rows and files deleted by this process, by kind. */
  deleted: Record<string, number>;
  works: readonly DescribedWork[];
  pool: () => PoolCounts;
  version: string;
  admission: Admissions;
  pending: PendingResponses;
}

/**
 * Registers values that are collected on each scrape. Jobs and accounts cover the whole installation, the rest this
 * process.
 */
export function registerGauges(
  metrics: Metrics,
  { db, clock, queue, streams, identityProvider, deleted, works, pool, version, admission, pending }: GaugeDeps,
): void {
  metrics.gauge({ name: 'build_info', help: 'Version information', labels: ['version', 'node'] }, () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  metrics.gauge({ name: 'sse_connections', help: 'Open live streams' }, () => [{ value: streams.count() }]);
  metrics.gauge(
    { name: 'jobs', help: 'Jobs by state; dead jobs are suspended after five failures', labels: ['state'] },
    async () => {
      const { ordinary, urgent, active, retrying, dead } = await queue.count();
      return toSamples('state', { queued: ordinary + urgent, active, retrying, dead });
    },
  );
  metrics.gauge(
    {
      name: 'mail_refused',
      help: 'Messages of the last week that were refused for their content or sender, not for their address',
    },
    async () => [{ value: await countRefused(db, clock()) }],
  );
  const lag = shareQuery(() => readSyncLag(db, clock()));
  metrics.gauge(
    {
      name: 'sync_lag_seconds',
      help: 'Time the longest-waiting account has been due, by state',
      labels: ['state'],
    },
    async () => {
      const found = await lag();
      return syncStates.map((state) => ({ labels: { state }, value: found.get(state)?.lagSeconds ?? 0 }));
    },
  );
  metrics.gauge({ name: 'accounts', help: 'Synced accounts by state', labels: ['state'] }, async () => {
    const found = await lag();
    return syncStates.map((state) => ({ labels: { state }, value: found.get(state)?.accounts ?? 0 }));
  });
  const work = shareQuery(() => readWork(db, works, clock()));
  const workSamples = (toValue: (state: WorkState) => number) => async () =>
    (await work()).map((state) => ({ labels: { work: state.name }, value: toValue(state) }));
  metrics.gauge(
    {
      name: 'work_rows',
      help: 'Rows of background work that are due, or wait for another attempt',
      labels: ['work', 'state'],
    },
    async () =>
      (await work()).flatMap(({ name, backlog }) =>
        backlog === null
          ? []
          : (['due', 'retrying'] as const).map((state) => ({ labels: { work: name, state }, value: backlog[state] })),
      ),
  );
  metrics.gauge(
    { name: 'work_running', help: 'Rows in work, or 1 while work without rows runs', labels: ['work'] },
    workSamples(({ running }) => running),
  );
  metrics.gauge(
    { name: 'work_failing', help: '1 if the last run of background work failed', labels: ['work'] },
    workSamples((state) => Number(isFailing(state))),
  );
  metrics.gauge(
    { name: 'work_paused', help: '1 if an operator has paused background work', labels: ['work'] },
    workSamples(({ pausedAt }) => Number(pausedAt !== null)),
  );
  metrics.gauge(
    {
      name: 'database_connections',
      help: 'Database connections by state',
      labels: ['state'],
    },
    () => {
      const { totalCount, idleCount } = pool();
      return toSamples('state', { active: totalCount - idleCount, idle: idleCount });
    },
  );
  metrics.gauge(
    { name: 'database_waiting_requests', help: 'Requests that are waiting for a database connection' },
    () => [{ value: pool().waitingCount }],
  );
  const lanes = Object.entries(admission);
  metrics.gauge({ name: 'http_slots_in_use', help: 'Calls in progress, by what they wait for', labels: ['lane'] }, () =>
    lanes.map(([lane, of]) => ({ labels: { lane }, value: of.counts().working })),
  );
  metrics.gauge({ name: 'http_calls_waiting', help: 'Calls waiting for a slot, by lane', labels: ['lane'] }, () =>
    lanes.map(([lane, of]) => ({ labels: { lane }, value: of.counts().waiting })),
  );
  metrics.gauge({ name: 'http_responses_pending', help: 'Responses that have not been read yet' }, () => [
    { value: pending.count() },
  ]);
  metrics.gauge({ name: 'jwks_age_seconds', help: 'Time since the identity provider’s keys were fetched' }, () => {
    const readAt = identityProvider.keysReadAt();
    return readAt ? [{ value: (clock().getTime() - readAt.getTime()) / 1000 }] : [];
  });
  metrics.gauge({ name: 'backup_age_seconds', help: 'Time since the last successful backup' }, async () => {
    const madeAt = await findLastBackup(db);
    return madeAt ? [{ value: (clock().getTime() - madeAt.getTime()) / 1000 }] : [];
  });
  metrics.observedCounter(
    { name: 'retention_deleted_total', help: 'Expired rows and files deleted', labels: ['kind'] },
    () => toSamples('kind', deleted),
  );
}

function toSamples(label: string, values: Record<string, number>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** Shares one query between all gauges in a scrape. */
function shareQuery<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= read().finally(() => (running = null)));
}
