import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { ClientConfig, LiveMessage, OidcEndpoints } from '@tidemark/contract';
import { createGithub } from './clients/github/github.ts';
import { createIdentityProvider } from './clients/identity-provider/identity-provider.ts';
import { createInstagramGraph } from './clients/instagram-graph/instagram-graph.ts';
import { createPaymentProvider } from './clients/payment-provider/payment-provider.ts';
import type { Config } from './config/config.ts';
import { connectDatabase, type Database, type DatabaseAddress, type PoolCounts } from './database/database.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { accountRoutes, forgetUser as forgetAccountsOf } from './features/accounts/index.ts';
import { adminRoutes, audited, stripeRoutes, writeAuditEntry } from './features/admin/index.ts';
import { analyticsRoutes } from './features/analytics/index.ts';
import { authRoutes, createAuthenticate, nameOperator, readUser } from './features/auth/index.ts';
import {
  connectionRoutes,
  createConnectionAccess,
  disconnect,
  metaDeletionRoutes,
  startConnectionCare,
  workOffDeletions,
} from './features/connections/index.ts';
import { createLiveStreams, createLiveTokens, liveRoutes, startRightsCheck } from './features/live/index.ts';
import { profileRoutes, startProfileWork } from './features/profile/index.ts';
import { forgetUser as forgetRequestsOf, roadmapRoutes, startRoadmapWork } from './features/roadmap/index.ts';
import {
  forgetUser as forgetSubscriptionOf,
  startPaymentWork,
  subscriptionRoutes,
} from './features/subscription/index.ts';
import {
  addApiCalls,
  createPace,
  releaseAllLeases,
  releaseTurns,
  startDeletionWork,
  startSyncWork,
  startThumbnailWork,
  storyWebhookRoutes,
  syncRoutes,
  thumbnailRoutes,
  watchAccounts,
} from './features/sync/index.ts';
import { systemRoutes } from './features/system/index.ts';
import { createCounts } from './measures/counts.ts';
import { addStates } from './measures/states.ts';
import { addApiPage } from './platform/api-page/api-page.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { createLocalEventBus } from './platform/events/event-bus.ts';
import { createPostgresEventBus } from './platform/events/postgres-event-bus.ts';
import { createRedisEventBus } from './platform/events/redis-event-bus.ts';
import { createFileStore } from './platform/files/file-store.ts';
import { admitted, createAdmission } from './platform/http/admission.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createLimits } from './platform/http/limits.ts';
import { readWebApp, serveWebApp } from './platform/http/web-app.ts';
import { startAccountQueue } from './platform/jobs/job-queue.ts';
import type { Log } from './platform/log/log.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { addMetricsRoute, startMetricsServer } from './platform/metrics/serve-metrics.ts';
import { startNightly } from './platform/nightly/nightly.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createVault } from './platform/secrets.ts';
import { readVersion } from './platform/version.ts';
import { whatIsKept } from './what-is-kept.ts';

export interface AppOptions {
  config: Config;
  address: DatabaseAddress;
  encryptionKeys: string;
  /** Reads the keys again where they may change while the process runs. */
  readKeysAgain?: () => string;
  roles: { serve: boolean; work: boolean };
  log: Log;
  clock?: Clock;
  /** How often accounts that are due are looked for. */
  lookEverySeconds?: number;
  /** True when no other process can be at this database: what a killed one held is free at once. */
  alone?: boolean;
}

export interface App {
  db: Database;
  /** Where it answers; null for a process that only works. */
  url: string | null;
  close(): Promise<void>;
}

// More at once would only wait for the same ten connections. A short wait takes in a crowd that comes all together.
const roomForRequests = { atOnce: 16, longestWaitMillis: 400, mostWaiting: 1_000 };

const webFolder = path.resolve(import.meta.dirname, '../../web/dist');

/** The only wiring: builds database, clients and clock, and gives each feature what it names. */
export async function startApp({
  config,
  address,
  encryptionKeys,
  readKeysAgain,
  roles,
  log,
  clock = systemClock,
  lookEverySeconds,
  alone = false,
}: AppOptions): Promise<App> {
  const metrics = createMetrics({ prefix: 'tidemark_' });
  const counts = createCounts(metrics, clock);
  let pool: PoolCounts = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  const db = connectDatabase(address, {
    onProblem: (error) => log.warn({ err: error }, 'A database connection was lost'),
    onOpen: (opened) => (pool = opened),
  });
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, 'Migrations applied');
  if (alone) await Promise.all([releaseAllLeases(db), releaseTurns(db)]);

  const vault = createVault(encryptionKeys, readKeysAgain);
  const redisEvents = config.redisUrl
    ? createRedisEventBus<LiveMessage>(
        {
          url: config.redisUrl.reveal(),
          channel: `${config.redisPrefix}:live`,
          otherWay: createPostgresEventBus({ db, address }, (error) =>
            log.warn({ err: error }, 'Events cannot go through the database'),
          ),
        },
        (error) => log.warn({ err: error }, 'Redis does not answer: events go through the database'),
      )
    : null;
  const events = redisEvents ?? createLocalEventBus<LiveMessage>();
  const identityProvider = createIdentityProvider({ ...config.oidc, clock });
  const pace = createPace({ db, clock, log });
  const instagram = createInstagramGraph({
    baseUrl: config.meta.graphBaseUrl,
    version: config.meta.graphVersion,
    appId: config.meta.appId,
    appSecret: config.meta.appSecret.reveal(),
    dayZone: config.meta.dayZone,
    onUsage(usage) {
      pace.note(usage);
      counts.graphUsed(usage);
    },
    onFailure: counts.graphFailed,
    onCalls({ accountId, calls, requestId }) {
      counts.graphCalled(calls);
      log.debug({ accountId, calls, reqId: requestId }, 'The Graph API is asked');
      if (!accountId) return;
      const hour = new Date(Math.floor(clock().getTime() / 3_600_000) * 3_600_000);
      addApiCalls(db, accountId, { calls, requests: 1, hour }).catch((error: unknown) =>
        log.warn({ err: error }, 'Calls could not be counted'),
      );
    },
  });
  const connectionNeeds = { db, vault, clock, businessLogin: instagram.businessLogin, events };
  const connections = createConnectionAccess(connectionNeeds);
  const queue = await startAccountQueue({ address, log, onTried: counts.jobTried });
  const streams = createLiveStreams({ onDropped: counts.streamDropped, onPing: counts.pinged });
  events.subscribe((message) => streams.deliver(message));
  const stopChecking = startRightsCheck({
    db,
    streams,
    log,
    async onRoleChange(userId) {
      const { user } = await readUser(db, userId);
      streams.deliver({ to: 'user', userId, event: { type: 'user-update', user } });
    },
  });

  const stopHandingOut = roles.work
    ? await startSyncWork(
        { db, instagram, connections, events, pace, clock, log, holder: `${os.hostname()}:${process.pid}` },
        queue,
        { concurrency: config.accountsAtOnce, lookEverySeconds },
      )
    : () => undefined;
  const files = createFileStore(path.join(config.dataDir, 'files'));
  const outbound = createOutbound({ origins: config.meta.mediaOrigins });
  const stopCopying = roles.work
    ? startThumbnailWork({ db, files, outbound, clock, log }, { perSecond: config.thumbnailsPerSecond })
    : async () => undefined;
  const stopCaring = roles.work
    ? startConnectionCare({ db, vault, clock, businessLogin: instagram.businessLogin, events, log })
    : async () => undefined;
  const stopDeleting = roles.work ? startDeletionWork({ db, files, clock, log }) : async () => undefined;
  const deletionNeeds = {
    db,
    clock,
    events,
    onForgotten: (userId: string) =>
      writeAuditEntry(db, {
        actorId: null,
        action: 'connection.deleted',
        target: `user:${userId}`,
        change: { by: 'the person, at Meta' },
        requestId: null,
      }),
  };
  const nightly = roles.work
    ? startNightly({ db, clock, log }, [
        { what: 'meta_deletion_request', forget: () => workOffDeletions(deletionNeeds) },
        ...whatIsKept({ db, files, storyDays: config.storyRetentionDays }),
      ])
    : null;
  const stopSweeping = roles.work ? startProfileWork({ db, files, clock, log }) : async () => undefined;
  const github = config.github && createGithub({ ...config.github, token: config.github.token.reveal(), clock });
  const stopFiling = roles.work && github ? startRoadmapWork({ db, github, clock, log }) : async () => undefined;

  const provider = config.stripe
    ? createPaymentProvider({ secretKey: config.stripe.secretKey.reveal(), baseUrl: config.stripe.baseUrl })
    : null;
  const announceUser = async (userId: string) => {
    const { user } = await readUser(db, userId);
    await events.publish({ to: 'user', userId, event: { type: 'user-update', user } });
  };
  const payments =
    provider && roles.work ? startPaymentWork({ db, provider, clock, announce: announceUser, log }) : null;
  if (provider && !config.stripe?.webhookSecret)
    log.warn('STRIPE_WEBHOOK_SECRET is not set: what changes at Stripe is noticed after visits there and once a day');

  const noteByUser = (action: string, userId: string, requestId: string) =>
    writeAuditEntry(db, { actorId: userId, action, target: `user:${userId}`, change: {}, requestId });

  const version = await readVersion();
  addStates(metrics, { db, clock, queue, streams, identityProvider, nightly, pool: () => pool, counts, version });
  const { port: metricsPort, host: metricsHost } = config.metrics;
  const metricsSecret = config.metrics.secret?.reveal() ?? null;
  if (metricsPort ?? metricsSecret) metrics.watchProcess();

  const clientConfig = () => toClientConfig(config, identityProvider.endpoints());
  const web = await readWebApp(webFolder);
  const admission = createAdmission(roomForRequests);
  const server = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    limits: createLimits({
      ...config.limits,
      redis: config.redisUrl ? { url: config.redisUrl.reveal(), prefix: config.redisPrefix } : null,
      onProblem: (error) =>
        log.warn({ err: error }, 'Redis does not answer: requests are counted by each process alone'),
    }),
    admission,
    https: config.appUrl.startsWith('https://'),
    onAnswered: counts.answered,
    allowedOrigins: {
      pictures: [...config.meta.mediaOrigins, originOf(config.oidc.issuer)],
      scripts: [originOf(config.meta.sdkUrl), ...(web?.inlineScripts ?? [])],
      frames: [originOf(config.oidc.issuer), originOf(config.meta.dialogBaseUrl)],
      calls: () => [
        originOf(config.oidc.issuer),
        originOf(config.meta.dialogBaseUrl),
        // Where a provider gives out tokens may be another origin than its own.
        ...Object.values<string | undefined>(identityProvider.endpoints() ?? {}).flatMap((url) =>
          url ? [originOf(url)] : [],
        ),
      ],
    },
    authenticate: createAuthenticate({
      db,
      identityProvider,
      clock,
      operatorEmails: config.operatorEmails,
      onOperatorNamed: (userId, email) =>
        audited(
          db,
          {
            actorId: null,
            action: 'user.role',
            target: `user:${userId}`,
            change: { role: 'system-admin', before: 'user', by: `OPERATOR_EMAILS ${email}` },
            requestId: null,
          },
          (transaction) => nameOperator(transaction, userId, clock()),
        ),
    }),
    routes: [
      ...systemRoutes({
        clientConfig,
        isDraining: streams.isDraining,
        checks: {
          database: async () => sql`select 1`.execute(db).then(() => 'ok' as const),
          migrations: async () => ((await isMigrated(db)) ? 'ok' : 'failed'),
          identityProvider: async () => ((await identityProvider.isReady()) ? 'ok' : 'failed'),
          ...(redisEvents && { redis: async () => (redisEvents.isConnected() ? 'ok' : 'degraded') }),
        },
      }),
      ...authRoutes({ db, clock }),
      ...admitted(admission, accountRoutes({ db })),
      ...subscriptionRoutes({
        db,
        provider,
        webhookSecret: config.stripe?.webhookSecret?.reveal() ?? null,
        clock,
        appUrl: config.appUrl,
        log,
        announce: announceUser,
        onEvent: () => payments?.wake(),
      }),
      ...connectionRoutes(connectionNeeds),
      ...metaDeletionRoutes({ ...deletionNeeds, appSecret: config.meta.appSecret.reveal(), appUrl: config.appUrl }),
      ...profileRoutes({
        db,
        files,
        clock,
        events,
        // Accounts first: whose they could be is known by what the business login lists.
        forgetUser: [
          (userId) => forgetAccountsOf(db, userId),
          (userId) => forgetRequestsOf(db, userId),
          (userId) => disconnect(connectionNeeds, userId),
          (userId) => forgetSubscriptionOf({ db, clock }, userId),
        ],
        onExport: (userId, requestId) => noteByUser('user.exported', userId, requestId),
        async onUserDeleted(userId, requestId) {
          await events.publish({ to: 'session-end', userId });
          payments?.wake();
          await noteByUser('user.deleted', userId, requestId);
        },
      }),
      ...roadmapRoutes({ db, github, clock, log }),
      ...liveRoutes({
        db,
        tokens: createLiveTokens({ db, clock }),
        streams,
        events,
        onFollow: (accountIds) => watchAccounts(db, accountIds, clock()),
      }),
      ...syncRoutes({ db, queue, connections, clock }),
      ...thumbnailRoutes({ db, files }),
      ...storyWebhookRoutes({
        db,
        events,
        clock,
        dayOf: instagram.insights.dayOf,
        appSecret: config.meta.appSecret.reveal(),
        verifyToken: config.meta.webhookVerifyToken?.reveal() ?? null,
      }),
      ...admitted(admission, analyticsRoutes({ db })),
      ...stripeRoutes({
        db,
        provider,
        settings: config.stripe,
        appUrl: config.appUrl,
        clock,
        log,
        onEvent: () => payments?.wake(),
      }),
      ...adminRoutes({ db, events, clock, instagram, queue, streams, version }),
    ],
  });
  if (config.apiDocs)
    addApiPage(server, {
      address: '/api/docs',
      prefix: '/api/v1',
      appUrl: config.appUrl,
      describe: () => server.swagger(),
    });
  addMetricsRoute(server, metrics, metricsPort ? null : metricsSecret);
  await serveWebApp(server, { web, clientConfig });
  // So that the first page can already say where to sign in.
  void identityProvider.isReady();
  const metricsServer = metricsPort
    ? await startMetricsServer(metrics, { port: metricsPort, host: metricsHost, secret: metricsSecret })
    : null;
  const url = roles.serve ? await server.listen({ port: config.port, host: config.host }) : null;

  return {
    db,
    url,
    async close() {
      stopHandingOut();
      await Promise.all([
        stopCopying(),
        stopDeleting(),
        stopSweeping(),
        nightly?.stop(),
        stopFiling(),
        stopCaring(),
        stopChecking(),
        payments?.stop(),
      ]);
      await outbound.close();
      await streams.drain(Math.min(15, streams.count() / 20));
      await queue.stop();
      await server.close();
      await metricsServer?.close();
      await events.close();
      await db.destroy();
    },
  };
}

function toClientConfig({ oidc, meta, sandbox }: Config, endpoints: OidcEndpoints | null): ClientConfig {
  return {
    oidc: {
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      scope: oidc.scope,
      audience: oidc.audience,
      authorizeParams: oidc.authorizeParams,
      endpoints,
    },
    meta: {
      appId: meta.appId,
      loginConfigId: meta.loginConfigId,
      sdkUrl: meta.sdkUrl,
      graphVersion: meta.graphVersion,
    },
    sandbox,
  };
}

function originOf(address: string): string {
  return new URL(address).origin;
}
