import type { ClientConfig } from '@tidemark/contract';
import { logoRoutes, pageRoutes, reportRoutes } from '../features/reports/index.ts';
import { accountRoutes, deleteUserReferences, listLinkedAccounts } from '../features/accounts/index.ts';
import { adminRoutes, metaSetupRoutes, stripeRoutes, type MetaSetupAccess } from '../features/admin/index.ts';
import { auditUser, recordUserAction } from '../features/audit/index.ts';
import { analyticsRoutes } from '../features/analytics/index.ts';
import { apiKeyRoutes } from '../features/api-keys/index.ts';
import { authRoutes, readUser, recordActivity, sessionRoutes, type SubjectBinding } from '../features/auth/index.ts';
import { deleteIdentityOfUser } from '../features/credentials/index.ts';
import { connectionRoutes, disconnect, metaDeletionRoutes } from '../features/connections/index.ts';
import { createLiveTokens, liveRoutes } from '../features/live/index.ts';
import { mcpRoutes, type McpOAuth } from '../features/mcp/index.ts';
import { loadPeerComparison, peerRoutes } from '../features/peers/index.ts';
import { profileRoutes } from '../features/profile/index.ts';
import { anonymiseUserRequests, roadmapRoutes } from '../features/roadmap/index.ts';
import { deleteUserSubscription, subscriptionRoutes } from '../features/subscription/index.ts';
import { storyWebhookRoutes, syncRoutes, thumbnailRoutes, watchAccounts } from '../features/sync/index.ts';
import { systemRoutes, type Readiness } from '../features/system/index.ts';
import type { Delegations } from '../platform/http/delegations.ts';
import type { Route } from '../platform/http/route.ts';
import { builtInIssuer } from '../config/oidc.ts';
import { createAccessAnnouncer } from './announce-access.ts';
import { credentialRoutes } from './credential-routes.ts';
import { exporters } from './features.ts';
import { mailRoutes } from './mail-routes.ts';
import { allShareRoutes } from './share-routes.ts';
import type { Parts } from './services.ts';

type Authenticate = Parameters<typeof sessionRoutes>[0]['authenticate'];

/** Returns all routes in the contract, each with its feature's dependencies. */
export function allRoutes(
  parts: Parts,
  {
    clientConfig,
    authenticate,
    subjects,
    readiness,
    wakePayments,
    metaSetup,
    delegations,
    mcpOAuth,
  }: {
    clientConfig: () => ClientConfig;
    authenticate: Authenticate;
    subjects: SubjectBinding;
    readiness: Readiness;
    wakePayments: () => void;
    metaSetup: MetaSetupAccess | null;
    delegations: Delegations;
    mcpOAuth: McpOAuth | null;
  },
): Route[] {
  const { config, log, clock, db, audit, events, identityProvider, instagram, queue, streams, files } = parts;
  const { connectionDeps, connections, rateLimiter, provider } = parts;
  const { appUrl } = config;
  const appSecret = config.meta.appSecret.reveal();
  const announce = createAccessAnnouncer(parts);
  const liveTokens = createLiveTokens({ db, clock });

  async function endStreams(userId: string): Promise<void> {
    await liveTokens.revokeAll(userId);
    await events.publish({ to: 'session-end', userId });
  }

  return [
    ...systemRoutes({
      clientConfig,
      readiness,
      probeSigner: parts.probeSigner,
      clock,
      isDraining: streams.isDraining,
    }),
    ...authRoutes({ db, clock }),
    ...sessionRoutes({
      store: parts.sessions,
      vault: parts.vault,
      relyingParty: parts.relyingParty,
      identityProvider,
      authenticate,
      subjects,
      clock,
      log,
      appUrl,
      async readPage(userId) {
        const [user, accounts] = await Promise.all([readUser(db, userId), listLinkedAccounts(db, userId)]);
        return { user, accounts };
      },
      onPageOpened: (userId) => recordActivity(db, userId, clock()),
      onLogOut: endStreams,
    }),
    ...credentialRoutes(parts, { announce, onSessionEnded: endStreams }),
    ...mailRoutes(parts, announce),
    ...allShareRoutes(parts),
    ...apiKeyRoutes({
      db,
      clock,
      async onChanged({ userId, action, keyId, accessToken, requestId }) {
        await auditUser(audit, { userId, action, change: { keyId }, requestId });
        await announce({ userId, action, accessToken });
      },
    }),
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
        (userId) => deleteIdentityOfUser(db, { userId, issuer: builtInIssuer }),
      ],
      exporters,
      onExport: (userId, requestId) =>
        recordUserAction(audit, { userId, action: 'user.exported', requestId, at: clock() }),
      async onUserDeleted(userId, requestId) {
        await events.publish({ to: 'session-end', userId });
        wakePayments();
        await auditUser(audit, { userId, action: 'user.deleted', requestId });
      },
    }),
    ...roadmapRoutes({
      db,
      github: parts.github,
      clock,
      log,
      events,
      webhookSecret: config.github?.webhookSecret?.reveal() ?? null,
    }),
    ...liveRoutes({
      db,
      tokens: liveTokens,
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
      requestWindows: parts.requestWindows,
      versions: { tidemarkVersion: parts.version, graphVersion: config.meta.graphVersion },
      loadPeers: loadPeerComparison,
    }),
    ...logoRoutes({ db, clock }),
    ...peerRoutes({
      db,
      clock,
      dayZone: config.meta.dayZone,
      connections,
      rateLimiter,
      publicProfiles: instagram.publicProfiles,
      onChanged: (change) => recordUserAction(audit, { ...change, at: clock() }),
    }),
    ...pageRoutes({ db, clock, dayZone: config.meta.dayZone, loadPeers: loadPeerComparison }),
    ...reportRoutes({
      db,
      files,
      clock,
      dayZone: config.meta.dayZone,
      requestWindows: parts.requestWindows,
      sendsMail: parts.outbox.isEnabled,
    }),
    ...mcpRoutes({ clock, dayZone: config.meta.dayZone, appUrl, version: parts.version, delegations, oauth: mcpOAuth }),
    ...stripeRoutes({ db, audit, provider, settings: config.stripe, appUrl, clock, log, onEvent: wakePayments }),
    ...metaSetupRoutes({
      audit,
      app: config.meta.isConfigured ? { id: config.meta.appId, loginConfigId: config.meta.loginConfigId } : null,
      setup: metaSetup,
      appUrl,
      db,
      graphVersion: config.meta.graphVersion,
    }),
    ...adminRoutes({
      db,
      audit,
      events,
      clock,
      instagram,
      queue,
      streams,
      version: parts.version,
      checksReleases: config.updateCheckUrl !== null,
      async listProblems() {
        const { results } = await readiness.read();
        return [...results.values()].flatMap((one) => (one.state === 'ok' ? [] : [one.reason]));
      },
      appUrl,
      builtInIssuer: config.oidc.isBuiltIn ? builtInIssuer : null,
      outbox: parts.outbox,
      onEmailChanged: (userId, earlierAddress) => announce({ userId, action: 'user.email', earlierAddress }),
    }),
  ];
}
