import os from 'node:os';
import { builtInIssuer } from '../config/oidc.ts';
import { startReleaseChecks } from '../features/admin/index.ts';
import { auditIfChanged, bySystem } from '../features/audit/index.ts';
import { startAlertWork, startWebhookWork } from '../features/alerts/index.ts';
import { findUserOfIdentity, readUser } from '../features/auth/index.ts';
import { startResetRequestWork } from '../features/credentials/index.ts';
import { startConnectionChecks, processDeletions } from '../features/connections/index.ts';
import { startAccessCheck, startProcessReports } from '../features/live/index.ts';
import { startDigestWork } from '../features/digests/index.ts';
import { startPeerWork } from '../features/peers/index.ts';
import { startMailWork } from '../features/mail/index.ts';
import { startPictureCopies, startProfileWork } from '../features/profile/index.ts';
import { startRoadmapWork } from '../features/roadmap/index.ts';
import { createContentLoader, startShareWork } from '../features/shares/index.ts';
import { startAssignedPlanWork, startPaymentWork } from '../features/subscription/index.ts';
import { startReportWork } from '../features/reports/index.ts';
import { startCaptionWork, startDeletionWork, startSyncWork, startThumbnailWork } from '../features/sync/index.ts';
import { type Nightly, startNightly } from '../platform/nightly/nightly.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { deleteAccountContent, listRetentionPolicies } from './features.ts';
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
  const { db, streams, clock, log } = parts;
  const stopChecking = startAccessCheck({
    db,
    streams,
    log,
    async onRoleChange(userId) {
      const { user } = await readUser(db, userId);
      streams.deliver({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  });
  const stopReporting = startProcessReports({ db, streams, clock, log });
  const stopServing = async () => void (await Promise.all([stopChecking(), stopReporting()]));
  if (!work) return { nightly: null, wakePayments: () => undefined, stop: stopServing };

  const { config, events, instagram, connections, rateLimiter, queue, files, github, provider, mailClient, outbox } =
    parts;
  const stopSyncs = await startSyncWork(
    { db, instagram, connections, events, rateLimiter, clock, log, lockOwner: `${os.hostname()}:${process.pid}` },
    queue,
    { concurrency: config.syncConcurrency, pollIntervalSeconds },
  );
  const outbound = createOutbound({ origins: config.meta.mediaOrigins });
  // A provider may name pictures on any host, and users choose some of them.
  const providerOutbound = createOutbound({ origins: [new URL(config.oidc.issuer).origin], allowsPublic: true });
  const nightly = startNightly({ db, clock, log }, [
    { kind: 'meta_deletion_request', deleteBatch: () => processDeletions(parts.deletionDeps) },
    ...listRetentionPolicies({ db, files, storyDays: config.storyRetentionDays, session: config.session }),
  ]);
  const payments =
    provider && startPaymentWork({ db, provider, clock, publishUser: (userId) => parts.publishUser(userId), log });
  const stops = [
    stopSyncs,
    startThumbnailWork({ db, files, outbound, events, clock, log }, { perSecond: config.thumbnailsPerSecond }),
    startCaptionWork({ db, events, log }),
    startConnectionChecks({ ...parts.connectionDeps, log }),
    startDeletionWork({
      db,
      files,
      clock,
      log,
      deleteUserContent: deleteAccountContent,
    }),
    startProfileWork({ db, files, clock, log }),
    ...(config.thumbnailsPerSecond > 0
      ? [
          startPictureCopies({
            db,
            files,
            outbound: providerOutbound,
            clock,
            log,
            publishUser: (userId) => parts.publishUser(userId),
          }),
        ]
      : []),
    startPeerWork(
      { ...parts, dayZone: config.meta.dayZone, publicProfiles: instagram.publicProfiles },
      { pollSeconds: pollIntervalSeconds },
    ),
    ...(github ? [startRoadmapWork({ db, github, clock, log })] : []),
    startAlertWork(
      { ...parts, appUrl: config.appUrl, dayZone: config.meta.dayZone },
      { pollSeconds: pollIntervalSeconds },
    ),
    startWebhookWork(
      { db, vault: parts.vault, sender: parts.webhookSender, clock, log },
      { pollSeconds: pollIntervalSeconds },
    ),
    ...(mailClient
      ? [startMailWork({ db, client: mailClient, outbox, clock, log }, { pollSeconds: pollIntervalSeconds })]
      : []),
    ...(mailClient
      ? [
          startDigestWork(
            { ...parts, appUrl: config.appUrl, dayZone: config.meta.dayZone },
            { pollSeconds: pollIntervalSeconds },
          ),
          startReportWork(
            { ...parts, appUrl: config.appUrl, dayZone: config.meta.dayZone },
            { pollSeconds: pollIntervalSeconds },
          ),
        ]
      : []),
    startShareWork({ db, clock, log, loadContent: createContentLoader(parts) }, { pollSeconds: pollIntervalSeconds }),
    ...(mailClient && config.oidc.isBuiltIn ? [startResets(parts, pollIntervalSeconds)] : []),
    ...(payments ? [payments.stop] : []),
    ...(config.updateCheckUrl
      ? [
          startReleaseChecks(
            { db, clock, log, url: config.updateCheckUrl, version: parts.version },
            { pollSeconds: pollIntervalSeconds },
          ),
        ]
      : []),
    startAssignedPlanWork({ db, clock, log, publishUser: (userId) => parts.publishUser(userId) }),
    nightly.stop,
    stopServing,
  ];
  return {
    nightly,
    wakePayments: () => payments?.wake(),
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all([outbound.close(), providerOutbound.close()]);
    },
  };
}

function startResets(
  { db, outbox, clock, log, audit, config }: Parts,
  pollSeconds: number | undefined,
): () => Promise<void> {
  return startResetRequestWork(
    {
      db,
      outbox,
      clock,
      log,
      appUrl: config.appUrl,
      findUserId: (database, subject) => findUserOfIdentity(database, { issuer: builtInIssuer, subject }),
      async recordReset(work) {
        await auditIfChanged(audit, work, ({ subject }) => ({
          ...bySystem,
          action: 'reset.requested',
          target: `identity:${subject}`,
          change: {},
        }));
      },
    },
    { pollSeconds },
  );
}
