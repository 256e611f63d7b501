import type { IdentityProvider } from '../clients/identity-provider/identity-provider.ts';
import { findLastBackup } from '../database/backup/last-backup.ts';
import type { Database, PoolCounts } from '../database/database.ts';
import type { LiveStreams } from '../features/live/index.ts';
import { readSyncLag, syncStates } from '../features/sync/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { AccountQueue } from '../platform/jobs/job-queue.ts';
import type { Metrics, Reading } from '../platform/metrics/metrics.ts';
import type { Nightly } from '../platform/nightly/nightly.ts';
import type { Counts } from './counts.ts';

interface StateNeeds {
  db: Database;
  clock: Clock;
  queue: AccountQueue;
  streams: LiveStreams;
  identityProvider: IdentityProvider;
  nightly: Nightly | null;
  pool: () => PoolCounts;
  counts: Counts;
  version: string;
}

/** What is read when somebody asks. Jobs and accounts are those of the whole installation, the rest is this process's. */
export function addStates(
  metrics: Metrics,
  { db, clock, queue, streams, identityProvider, nightly, pool, counts, version }: StateNeeds,
): void {
  metrics.reading({ name: 'info', help: 'What runs here', labels: ['version', 'node'] }, () => [
    { labels: { version, node: process.versions.node }, value: 1 },
  ]);
  metrics.reading({ name: 'sse_connections', help: 'Open live streams' }, () => [{ value: streams.count() }]);
  metrics.reading(
    { name: 'jobs', help: 'Jobs by state; dead ones were set aside after five failures', labels: ['state'] },
    async () => {
      const { ordinary, urgent, active, retrying, dead } = await queue.count();
      return toReadings('state', { queued: ordinary + urgent, active, failed: retrying, dead });
    },
  );
  const lag = together(() => readSyncLag(db, clock()));
  metrics.reading(
    {
      name: 'sync_lag_seconds',
      help: 'For how long the account is due that waits longest, by state',
      labels: ['state'],
    },
    async () => {
      const found = await lag();
      return syncStates.map((state) => ({ labels: { state }, value: found.get(state)?.lagSeconds ?? 0 }));
    },
  );
  metrics.reading({ name: 'accounts', help: 'Synced accounts by state', labels: ['state'] }, async () => {
    const found = await lag();
    return syncStates.map((state) => ({ labels: { state }, value: found.get(state)?.accounts ?? 0 }));
  });
  metrics.reading(
    { name: 'graph_usage_percent', help: 'How much of Meta’s limits is used, as last told', labels: ['scope'] },
    counts.readGraphUsage,
  );
  metrics.reading(
    {
      name: 'database_connections',
      help: 'Connections to the database; waiting are requests for one',
      labels: ['state'],
    },
    () => {
      const { totalCount, idleCount, waitingCount } = pool();
      return toReadings('state', { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount });
    },
  );
  metrics.reading({ name: 'jwks_age_seconds', help: 'Since when the keys of the identity provider are known' }, () => {
    const readAt = identityProvider.keysReadAt();
    return readAt ? [{ value: (clock().getTime() - readAt.getTime()) / 1000 }] : [];
  });
  metrics.reading({ name: 'backup_age_seconds', help: 'Since the last backup that went well' }, async () => {
    const madeAt = await findLastBackup(db);
    return madeAt ? [{ value: (clock().getTime() - madeAt.getTime()) / 1000 }] : [];
  });
  metrics.total(
    { name: 'retention_deleted_total', help: 'Rows and files that were kept long enough', labels: ['what'] },
    () => toReadings('what', nightly?.deleted() ?? {}),
  );
}

function toReadings(label: string, values: Record<string, number>): Reading[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

/** Several readings of one scrape share a query. */
function together<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read().finally(() => (reading = null)));
}
