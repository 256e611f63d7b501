import type { Config } from '../../config/config.ts';
import type { AccountQueue } from '../../platform/jobs/job-queue.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Vault } from '../../platform/secrets.ts';
import { toGraphOptions } from './client/graph-options.ts';
import { createGraphVersionWatch } from './client/graph-version.ts';
import { createInstagramGraph } from './client/instagram-graph.ts';
import { createConnectionAccess } from './connections/connection-access.ts';
import { processDeletions, type DeletionDeps } from './connections/deletion/process-deletions.ts';
import { createFindReached } from './connections/find-reached.ts';
import { createGraphMetrics } from './graph-metrics.ts';
import { createInstagramConnector } from './sync/connector.ts';
import { createWindowRequests } from './sync/fetch/window-requests.ts';
import { createGraphRateLimiter } from './sync/schedule/graph-rate-limiter.ts';

export interface InstagramParts extends DeletionDeps {
  config: Pick<Config, 'appUrl' | 'meta' | 'instagram' | 'answerRetentionDays'>;
  vault: Vault;
  log: Log;
  metrics: Metrics;
  queue: AccountQueue;
  callCounts: { record(made: { accountId: string; calls: number }): void };
}

/** Creates the network's connector, and the services that its routes and work need. */
export function openInstagram({
  config: { appUrl, meta, instagram: app, answerRetentionDays: answerDays },
  vault,
  log,
  metrics,
  queue,
  callCounts,
  ...deletionDeps
}: InstagramParts) {
  const { db, clock, events } = deletionDeps;
  const counts = createGraphMetrics(metrics, clock);
  const rateLimiter = createGraphRateLimiter({ db, clock, log });
  const instagram = createInstagramGraph({
    ...toGraphOptions(meta),
    instagram: app,
    onUsage(usage) {
      rateLimiter.record(usage);
      counts.used(usage);
    },
    onVersion: createGraphVersionWatch({ db, clock, log }, meta.graphVersion),
    onFailure: counts.failed,
    onDropped(dropped) {
      counts.dropped(dropped);
      log.warn(dropped, 'Skipped an invalid part of a Graph API response');
    },
    onCalls({ accountId, calls, requestId }) {
      counts.called(calls);
      log.debug({ accountId, calls, reqId: requestId }, 'Graph API request');
      if (accountId) callCounts.record({ accountId, calls });
    },
  });
  const { businessLogin, instagramLogin, hostnames } = instagram;
  const receivesEvents = meta.webhookVerifyToken !== null;
  const connectionDeps = { db, vault, clock, businessLogin, instagramLogin, events, appUrl, receivesEvents };
  const connections = createConnectionAccess(connectionDeps);
  const findReached = createFindReached({ db, clock });
  return {
    connectors: {
      instagram_account: createInstagramConnector({
        db,
        instagram,
        dayZone: meta.dayZone,
        connections,
        events,
        rateLimiter,
        clock,
        answerDays,
        log,
      }),
    },
    reachedAccounts: { instagram_account: findReached, facebook_page: findReached },
    retention: [{ kind: 'meta_deletion_request', deleteBatch: () => processDeletions(deletionDeps) }],
    services: {
      instagram,
      connectionDeps,
      connections,
      rateLimiter,
      deletionDeps,
      requestWindows: createWindowRequests({
        db,
        hostnames,
        listInstagramOnly: connections.listInstagramOnly,
        queue,
        clock,
        log,
      }),
    },
  };
}
