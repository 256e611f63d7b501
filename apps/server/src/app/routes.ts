import { sql } from 'kysely';
import type { ClientConfig } from '@tidemark/contract';
import { isMigrated } from '../database/migrate.ts';
import { accountRoutes, deleteUserReferences } from '../features/accounts/index.ts';
import { adminRoutes, recordUserAction, stripeRoutes, writeAuditEntry } from '../features/admin/index.ts';
import { analyticsRoutes } from '../features/analytics/index.ts';
import { authRoutes } from '../features/auth/index.ts';
import { connectionRoutes, disconnect, metaDeletionRoutes } from '../features/connections/index.ts';
import { createLiveTokens, liveRoutes } from '../features/live/index.ts';
import { profileRoutes } from '../features/profile/index.ts';
import { anonymiseUserRequests, roadmapRoutes } from '../features/roadmap/index.ts';
import { deleteUserSubscription, subscriptionRoutes } from '../features/subscription/index.ts';
import {
  createWindowRequests,
  storyWebhookRoutes,
  syncRoutes,
  thumbnailRoutes,
  watchAccounts,
} from '../features/sync/index.ts';
import { systemRoutes } from '../features/system/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Parts } from './services.ts';

/** All routes of the contract, each with the dependencies of its feature. */
export function allRoutes(
  parts: Parts,
  { clientConfig, wakePayments }: { clientConfig: () => ClientConfig; wakePayments: () => void },
): Route[] {
  const { config, log, clock, db, audit, events, redisEvents, instagram, queue, streams, files, identityProvider } =
    parts;
  const { connectionDeps, connections, rateLimiter, provider } = parts;
  const { appUrl } = config;
  const appSecret = config.meta.appSecret.reveal();

  return [
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
    ...accountRoutes({ db }),
    ...subscriptionRoutes({
      db,
      provider,
      webhookSecret: config.stripe?.webhookSecret?.reveal() ?? null,
      clock,
      appUrl,
      log,
      publishUser: (userId) => parts.publishUser(userId),
      onEvent: wakePayments,
    }),
    ...connectionRoutes({ ...connectionDeps, rateLimiter }),
    ...metaDeletionRoutes({ ...parts.deletionDeps, appSecret, appUrl }),
    ...profileRoutes({
      db,
      files,
      clock,
      events,
      // References first: the connection's account list decides which accounts become due for deletion.
      deletionSteps: [
        (userId) => deleteUserReferences(db, userId),
        (userId) => anonymiseUserRequests(db, userId),
        (userId) => disconnect(connectionDeps, userId),
        (userId) => deleteUserSubscription({ db, clock }, userId),
      ],
      onExport: (userId, requestId) =>
        recordUserAction(audit, { userId, action: 'user.exported', requestId, at: clock() }),
      async onUserDeleted(userId, requestId) {
        await events.publish({ to: 'session-end', userId });
        wakePayments();
        await writeAuditEntry(audit, {
          actorId: userId,
          action: 'user.deleted',
          target: `user:${userId}`,
          change: {},
          requestId,
          ip: null,
        });
      },
    }),
    ...roadmapRoutes({ db, github: parts.github, clock, log }),
    ...liveRoutes({
      db,
      tokens: createLiveTokens({ db, clock }),
      streams,
      events,
      onFollow: (accountIds) => watchAccounts(db, accountIds, clock()),
    }),
    ...syncRoutes({ db, queue, connections, rateLimiter, clock }),
    ...thumbnailRoutes({ db, files }),
    ...storyWebhookRoutes({
      db,
      events,
      clock,
      toDay: instagram.insights.toDay,
      appSecret,
      verifyToken: config.meta.webhookVerifyToken?.reveal() ?? null,
    }),
    ...analyticsRoutes({
      db,
      clock,
      dayZone: config.meta.dayZone,
      requestWindows: createWindowRequests({ db, queue, clock, log }),
    }),
    ...stripeRoutes({ db, audit, provider, settings: config.stripe, appUrl, clock, log, onEvent: wakePayments }),
    ...adminRoutes({ db, audit, events, clock, instagram, queue, streams, version: parts.version }),
  ];
}
