import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { ClientConfig, LiveMessage, OidcEndpoints } from '@tidemark/contract';
import { createIdentityProvider } from './clients/identity-provider/identity-provider.ts';
import { createInstagramGraph } from './clients/instagram-graph/instagram-graph.ts';
import type { Config } from './config/config.ts';
import { connectDatabase, type Database, type DatabaseAddress } from './database/database.ts';
import { isMigrated, migrate } from './database/migrate.ts';
import { accountRoutes, forgetUser as forgetAccountsOf } from './features/accounts/index.ts';
import { adminRoutes, writeAuditEntry } from './features/admin/index.ts';
import { analyticsRoutes } from './features/analytics/index.ts';
import { authRoutes, createAuthenticate } from './features/auth/index.ts';
import {
  connectionRoutes,
  createConnectionAccess,
  disconnect,
  startConnectionCare,
} from './features/connections/index.ts';
import { createLiveStreams, createLiveTokens, liveRoutes, startRightsCheck } from './features/live/index.ts';
import { profileRoutes, startProfileWork } from './features/profile/index.ts';
import { subscriptionRoutes } from './features/subscription/index.ts';
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
import { systemClock, type Clock } from './platform/clock.ts';
import { createLocalEventBus } from './platform/events/event-bus.ts';
import { createRedisEventBus } from './platform/events/redis-event-bus.ts';
import { createFileStore } from './platform/files/file-store.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { readWebApp, serveWebApp } from './platform/http/web-app.ts';
import { startAccountQueue } from './platform/jobs/job-queue.ts';
import type { Log } from './platform/log/log.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { createVault } from './platform/secrets.ts';

export interface AppOptions {
  config: Config;
  address: DatabaseAddress;
  encryptionKeys: string;
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

const webFolder = path.resolve(import.meta.dirname, '../../web/dist');

/** The only wiring: builds database, clients and clock, and gives each feature what it names. */
export async function startApp({
  config,
  address,
  encryptionKeys,
  roles,
  log,
  clock = systemClock,
  lookEverySeconds,
  alone = false,
}: AppOptions): Promise<App> {
  const db = connectDatabase(address, {
    onProblem: (error) => log.warn({ err: error }, 'A database connection was lost'),
  });
  const applied = await migrate(db);
  if (applied.length > 0) log.info({ applied }, 'Migrations applied');
  if (alone) await Promise.all([releaseAllLeases(db), releaseTurns(db)]);

  const vault = createVault(encryptionKeys);
  const events = config.redisUrl
    ? createRedisEventBus<LiveMessage>(
        { url: config.redisUrl.reveal(), channel: `${config.redisPrefix}:events` },
        (error) => log.warn({ err: error }, 'Redis does not answer'),
      )
    : createLocalEventBus<LiveMessage>();
  const identityProvider = createIdentityProvider({ ...config.oidc, clock });
  const pace = createPace({ db, clock, log });
  const instagram = createInstagramGraph({
    baseUrl: config.meta.graphBaseUrl,
    version: config.meta.graphVersion,
    appId: config.meta.appId,
    appSecret: config.meta.appSecret.reveal(),
    dayZone: config.meta.dayZone,
    onUsage: pace.note,
    onCalls({ accountId, calls }) {
      if (!accountId) return;
      const hour = new Date(Math.floor(clock().getTime() / 3_600_000) * 3_600_000);
      addApiCalls(db, accountId, { calls, requests: 1, hour }).catch((error: unknown) =>
        log.warn({ err: error }, 'Calls could not be counted'),
      );
    },
  });
  const connectionNeeds = { db, vault, clock, businessLogin: instagram.businessLogin, events };
  const connections = createConnectionAccess(connectionNeeds);
  const queue = await startAccountQueue({ address, log });
  const streams = createLiveStreams();
  events.subscribe((message) => streams.deliver(message));
  const stopChecking = startRightsCheck({ db, streams, log });

  const stopHandingOut = roles.work
    ? await startSyncWork(
        { db, instagram, connections, events, pace, clock, log, holder: `${os.hostname()}:${process.pid}` },
        queue,
        { lookEverySeconds },
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
  const stopSweeping = roles.work ? startProfileWork({ db, files, clock, log }) : async () => undefined;

  const noteByUser = (action: string, userId: string, requestId: string) =>
    writeAuditEntry(db, { actorId: userId, action, target: `user:${userId}`, change: {}, requestId });

  const clientConfig = () => toClientConfig(config, identityProvider.endpoints());
  const web = await readWebApp(webFolder);
  const server = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    https: config.appUrl.startsWith('https://'),
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
    authenticate: createAuthenticate({ db, identityProvider }),
    routes: [
      ...systemRoutes({
        clientConfig,
        isDraining: streams.isDraining,
        checks: {
          database: async () => sql`select 1`.execute(db).then(() => 'ok' as const),
          migrations: async () => ((await isMigrated(db)) ? 'ok' : 'failed'),
          identityProvider: async () => ((await identityProvider.isReady()) ? 'ok' : 'failed'),
        },
      }),
      ...authRoutes({ db }),
      ...accountRoutes({ db }),
      ...subscriptionRoutes({ db }),
      ...connectionRoutes(connectionNeeds),
      ...profileRoutes({
        db,
        files,
        clock,
        events,
        // Accounts first: whose they could be is known by what the business login lists.
        forgetUser: [(userId) => forgetAccountsOf(db, userId), (userId) => disconnect(connectionNeeds, userId)],
        onExport: (userId, requestId) => noteByUser('user.exported', userId, requestId),
        async onUserDeleted(userId, requestId) {
          await events.publish({ to: 'session-end', userId });
          await noteByUser('user.deleted', userId, requestId);
        },
      }),
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
      ...analyticsRoutes({ db }),
      ...adminRoutes({ db, events }),
    ],
  });
  await serveWebApp(server, { web, clientConfig });
  // So that the first page can already say where to sign in.
  void identityProvider.isReady();
  const url = roles.serve ? await server.listen({ port: config.port, host: config.host }) : null;

  return {
    db,
    url,
    async close() {
      stopHandingOut();
      await Promise.all([stopCopying(), stopDeleting(), stopSweeping(), stopCaring(), stopChecking()]);
      await outbound.close();
      await streams.drain(Math.min(15, streams.count() / 20));
      await queue.stop();
      await server.close();
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
