import { sql } from 'kysely';
import type { ClientConfig } from '@tidemark/contract';
import { isMigrated } from '../database/migrate.ts';
import { accountRoutes, forgetUser as forgetAccountsOf } from '../features/accounts/index.ts';
import { adminRoutes, stripeRoutes, writeAuditEntry } from '../features/admin/index.ts';
import { analyticsRoutes } from '../features/analytics/index.ts';
import { authRoutes } from '../features/auth/index.ts';
import { connectionRoutes, disconnect, metaDeletionRoutes } from '../features/connections/index.ts';
import { createLiveTokens, liveRoutes } from '../features/live/index.ts';
import { profileRoutes } from '../features/profile/index.ts';
import { forgetUser as forgetRequestsOf, roadmapRoutes } from '../features/roadmap/index.ts';
import { forgetUser as forgetSubscriptionOf, subscriptionRoutes } from '../features/subscription/index.ts';
import { storyWebhookRoutes, syncRoutes, thumbnailRoutes, watchAccounts } from '../features/sync/index.ts';
import { systemRoutes } from '../features/system/index.ts';
import type { Admission } from '../platform/http/admission.ts';
import { admitted, type Route } from '../platform/http/route.ts';
import type { Parts } from './parts.ts';

/** Every call of the contract, each feature with what it names. */
export function allRoutes(
  parts: Parts,
  {
    clientConfig,
    admission,
    wakePayments,
  }: { clientConfig: () => ClientConfig; admission: Admission; wakePayments: () => void },
): Route[] {
  const { config, log, clock, db, events, redisEvents, instagram, queue, streams, files, identityProvider } = parts;
  const { connectionNeeds, connections, provider } = parts;
  const { appUrl } = config;
  const appSecret = config.meta.appSecret.reveal();
  const noteByUser = (action: string, userId: string, requestId: string) =>
    writeAuditEntry(db, { actorId: userId, action, target: `user:${userId}`, change: {}, requestId, ip: null });

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
    ...admitted(admission, accountRoutes({ db })),
    ...subscriptionRoutes({
      db,
      provider,
      webhookSecret: config.stripe?.webhookSecret?.reveal() ?? null,
      clock,
      appUrl,
      log,
      announce: (userId) => parts.announceUser(userId),
      onEvent: wakePayments,
    }),
    ...connectionRoutes(connectionNeeds),
    ...metaDeletionRoutes({ ...parts.deletionNeeds, appSecret, appUrl }),
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
        wakePayments();
        await noteByUser('user.deleted', userId, requestId);
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
    ...syncRoutes({ db, queue, connections, clock }),
    ...thumbnailRoutes({ db, files }),
    ...storyWebhookRoutes({
      db,
      events,
      clock,
      dayOf: instagram.insights.dayOf,
      appSecret,
      verifyToken: config.meta.webhookVerifyToken?.reveal() ?? null,
    }),
    ...admitted(admission, analyticsRoutes({ db })),
    ...stripeRoutes({ db, provider, settings: config.stripe, appUrl, clock, log, onEvent: wakePayments }),
    ...adminRoutes({ db, events, clock, instagram, queue, streams, version: parts.version }),
  ];
}
