import os from 'node:os';
import { readUser } from '../features/auth/index.ts';
import { startConnectionChecks, processDeletions } from '../features/connections/index.ts';
import { startAccessCheck } from '../features/live/index.ts';
import { startProfileWork } from '../features/profile/index.ts';
import { startRoadmapWork } from '../features/roadmap/index.ts';
import { startAssignedPlanWork, startPaymentWork } from '../features/subscription/index.ts';
import { deleteUserContent } from '../features/analytics/index.ts';
import { startDeletionWork, startSyncWork, startThumbnailWork } from '../features/sync/index.ts';
import { type Nightly, startNightly } from '../platform/nightly/nightly.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { listRetentionPolicies } from './retention.ts';
import type { Parts } from './services.ts';

export interface BackgroundWork {
  nightly: Nightly | null;
  /** Call when payment data may need to be fetched again. */
  wakePayments(): void;
  stop(): Promise<void>;
}

/** Starts the jobs that run without a request. A process that only serves just maintains its streams. */
export async function startBackgroundWork(
  parts: Parts,
  { work, pollIntervalSeconds }: { work: boolean; pollIntervalSeconds: number | undefined },
): Promise<BackgroundWork> {
  const { db, streams, log } = parts;
  const stopChecking = startAccessCheck({
    db,
    streams,
    log,
    async onRoleChange(userId) {
      const { user } = await readUser(db, userId);
      streams.deliver({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  });
  if (!work) return { nightly: null, wakePayments: () => undefined, stop: stopChecking };

  const { config, clock, events, instagram, connections, rateLimiter, queue, files, github, provider } = parts;
  const stopSyncs = await startSyncWork(
    { db, instagram, connections, events, rateLimiter, clock, log, lockOwner: `${os.hostname()}:${process.pid}` },
    queue,
    { concurrency: config.syncConcurrency, pollIntervalSeconds },
  );
  const outbound = createOutbound({ origins: config.meta.mediaOrigins });
  const nightly = startNightly({ db, clock, log }, [
    { kind: 'meta_deletion_request', deleteBatch: () => processDeletions(parts.deletionDeps) },
    ...listRetentionPolicies({ db, files, storyDays: config.storyRetentionDays, session: config.session }),
  ]);
  const payments =
    provider && startPaymentWork({ db, provider, clock, publishUser: (userId) => parts.publishUser(userId), log });
  const stops = [
    stopSyncs,
    startThumbnailWork({ db, files, outbound, clock, log }, { perSecond: config.thumbnailsPerSecond }),
    startConnectionChecks({ ...parts.connectionDeps, log }),
    startDeletionWork({ db, files, clock, log, deleteUserContent }),
    startProfileWork({ db, files, clock, log }),
    ...(github ? [startRoadmapWork({ db, github, clock, log })] : []),
    ...(payments ? [payments.stop] : []),
    startAssignedPlanWork({ db, clock, log, publishUser: (userId) => parts.publishUser(userId) }),
    nightly.stop,
    stopChecking,
  ];
  return {
    nightly,
    wakePayments: () => payments?.wake(),
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await outbound.close();
    },
  };
}
