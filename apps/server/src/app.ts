import path from 'node:path';
import { openShare, startSignIn } from '@tidemark/contract';
import { allWork, startBackgroundWork } from './app/background-work.ts';
import { deleteUserRows, exporters, features, moveWorkspaceRows } from './app/features.ts';
import { createFirstPage } from './app/first-page.ts';
import { createServices, type PartsOptions } from './app/services.ts';
import { readStartPage } from './app/start-page.ts';
import type { Database } from './database/database.ts';
import { backupWork, type SettingsAccess } from './features/admin/index.ts';
import { createAccessAnnouncer } from './features/alerts/index.ts';
import { createKeyAuthentication, isApiKey } from './features/api-keys/index.ts';
import {
  createAuthenticate,
  createCookies,
  createProgramAuthentication,
  createSubjectBinding,
} from './features/auth/index.ts';
import {
  createSecondFactorRule,
  createSetupLink,
  createUserAdoption,
  serveBuiltInProvider,
} from './features/credentials/index.ts';
import { serveResourceMetadata } from './features/mcp/index.ts';
import { loadPeerComparison } from './features/peers/index.ts';
import { readSharedPage } from './features/shares/index.ts';
import { createOperatorPlans, customerWork, paymentEventWork } from './features/subscription/index.ts';
import { watchAccounts } from './features/sync/index.ts';
import {
  createProxyCheck,
  createReadiness,
  listChecks,
  serveLegalPages,
  toAllowedOrigins,
  toClientConfig,
} from './features/system/index.ts';
import { createWorkspaceEntry } from './features/workspaces/index.ts';
import { registerGauges } from './app/metrics/gauges.ts';
import { addApiPage } from './platform/api-page/api-page.ts';
import { ApiError } from './platform/api-error.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { createAdmissions } from './platform/http/admission.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createPendingResponses } from './platform/http/pending-responses.ts';
import { createLimits } from './platform/http/limits.ts';
import { createDelegations } from './platform/http/delegations.ts';
import type { Viewer } from './platform/http/route.ts';
import { createRunCalls } from './platform/http/run-calls.ts';
import { closedPage } from './platform/http/shared-page.ts';
import { readWebApp, serveWebApp } from './platform/http/web-app.ts';
import { addMetricsRoute, startMetricsServer } from './platform/metrics/serve-metrics.ts';

export interface AppOptions extends Omit<PartsOptions, 'clock' | 'isSoleProcess'> {
  roles: { serve: boolean; work: boolean };
  clock?: Clock;
  /** Seconds between checks for due accounts. */
  pollIntervalSeconds?: number;
  isSoleProcess?: boolean;
  /** Lets operators change settings in the browser; null if they come from outside. */
  settings?: SettingsAccess | null;
  /** Called once, when the process can serve requests. */
  onReady?: () => void;
}

export interface App {
  db: Database;
  /** Null for a process that does not serve HTTP. */
  url: string | null;
  /** Lists reasons why requests cannot be served yet; empty when ready. */
  listProblems(): Promise<string[]>;
  /** Returns a link for creating the first operator; null if a user can sign in, or signs in elsewhere. */
  createSetupLink(): Promise<string | null>;
  close(): Promise<void>;
}

const webFolder = path.resolve(import.meta.dirname, '../../web/dist');

/**
 * The only wiring, with `app/`: builds the services, passes each feature its dependencies, and starts and stops
 * everything in order.
 */
export async function startApp({
  roles,
  pollIntervalSeconds,
  clock = systemClock,
  isSoleProcess = false,
  settings = null,
  onReady = () => undefined,
  ...options
}: AppOptions): Promise<App> {
  const parts = await createServices({ ...options, clock, isSoleProcess });
  const { config, log, db, metrics, counts, events, queue, streams } = parts;
  if (parts.provider && !config.stripe?.webhookSecret)
    log.warn(
      'STRIPE_WEBHOOK_SECRET is not set; changes in Stripe are synced after visits to the payment pages and once a day',
    );
  if (!config.meta.isConfigured)
    log.warn(
      `META_APP_ID is not set, so no account can be connected; an operator sets it at ${config.appUrl}/system/meta`,
    );
  const background = await startBackgroundWork(parts, { work: roles.work, pollIntervalSeconds });
  const [admission, pending] = [createAdmissions(), createPendingResponses()];
  registerGauges(metrics, { ...parts, works: allWork, admission, pending });
  const { port: metricsPort, host: metricsHost } = config.metrics;
  const metricsToken = config.metrics.token?.reveal() ?? null;
  if (metricsPort ?? metricsToken) metrics.watchProcess();

  const proxy = createProxyCheck();
  const readiness = createReadiness({ checks: listChecks({ ...parts, proxy: proxy.check }), log });
  const clientConfig = () => toClientConfig(config);
  const web = await readWebApp(webFolder);
  const subjects = createSubjectBinding(parts);
  const lacksSecondFactor = createSecondFactorRule(parts);
  const assignOperatorPlan = createOperatorPlans({ takesPayments: parts.provider !== null });
  const authenticate = createAuthenticate({
    ...parts,
    subjects,
    assignOperatorPlan,
    lacksSecondFactor,
    adoptUser: createUserAdoption(parts),
  });
  const authenticateKey = createKeyAuthentication(parts);
  const authenticateProgram = createProgramAuthentication(parts);
  const delegations = createDelegations();
  const runCalls = createRunCalls({ delegations, admission });
  const enterWorkspace = createWorkspaceEntry(parts);
  const limits = createLimits({
    ...config.limits,
    redis: config.redisUrl ? { url: config.redisUrl.reveal(), prefix: config.redisPrefix } : null,
    onProblem: (error) => log.warn({ err: error }, 'Redis is unavailable; rate limits are per process'),
  });
  const services = {
    ...parts,
    authenticate,
    assignOperatorPlan,
    subjects,
    readiness,
    settings,
    delegations,
    exporters,
    announceAccess: createAccessAnnouncer(parts),
    loadPeers: loadPeerComparison,
    readStartPage: (viewer: Viewer) => readStartPage(db, viewer),
    enterWorkspace,
    watchAccounts: (accountIds: string[]) => watchAccounts(db, accountIds, clock()),
    works: allWork,
    wakeBackups: () => background.wake(backupWork.name),
    wakePayments() {
      for (const { name } of [paymentEventWork, customerWork]) background.wake(name);
    },
    deleteUserRows: (userId: string) => deleteUserRows(parts, userId),
    moveWorkspaceRows,
  };
  const server = await createHttpServer({
    log,
    trustProxy: config.trustProxy,
    limits,
    appUrl: config.appUrl,
    hsts: config.hsts,
    rateLimits: config.limits.named,
    admission,
    pending,
    clock,
    onForwarded: proxy.onForwarded,
    onResponse: counts.answered,
    allowedOrigins: toAllowedOrigins(config, { inlineScripts: web?.inlineScripts ?? [] }),
    async authenticate(token, access) {
      const delegated = delegations.find(token);
      if (delegated) return delegated;
      if (isApiKey(token)) return authenticateKey(token);
      return access === 'program' ? authenticateProgram(token) : authenticate(token);
    },
    enterWorkspace,
    runCalls,
    routes: features.flatMap(({ routes }) => routes?.(services) ?? []),
  });
  if (config.apiDocs)
    addApiPage(server, {
      address: '/api/docs',
      prefix: '/api/v1',
      appUrl: config.appUrl,
      describe: () => server.swagger(),
    });
  serveResourceMetadata(server, config);
  parts.serveNetworkPages(server);
  if (config.legal)
    serveLegalPages(server, {
      operator: config.legal,
      appUrl: config.appUrl,
      hasBuiltInSignIn: config.oidc.isBuiltIn,
      takesPayments: config.stripe !== null,
      sendsMail: config.mail !== null,
      hasRoadmapOnGithub: config.github !== null,
      keepsStoriesDays: config.storyRetentionDays,
      keepsAnswersDays: config.answerRetentionDays,
      readsBluesky: config.networks.includes('bluesky_account'),
    });
  if (parts.builtInProvider)
    serveBuiltInProvider(server, {
      provider: parts.builtInProvider,
      count: ({ ip }) => limits.countCall(startSignIn, { address: ip, userId: null }),
    });
  addMetricsRoute(server, metrics, metricsPort ? null : metricsToken);
  const cookies = createCookies(config.appUrl);
  const drawFirstPage = await createFirstPage({
    ...parts,
    folder: webFolder,
    cookies,
    clientConfig,
    enterWorkspace,
    lacksSecondFactor,
    admission,
    runCalls,
  });
  await serveWebApp(server, {
    web,
    clientConfig,
    hasSession: cookies.hasSession,
    drawFirstPage,
    async readSharedPage(token, { ip }) {
      try {
        await limits.countCall(openShare, { address: ip, userId: null });
        return await readSharedPage({ db, clock }, token);
      } catch (err) {
        // The page still opens, and says what is wrong; it just has no title and cannot be framed.
        if (!(err instanceof ApiError)) log.warn({ err }, 'Could not determine what a shared page may show');
        return closedPage;
      }
    },
  });
  const metricsServer = metricsPort
    ? await startMetricsServer(metrics, { port: metricsPort, host: metricsHost, token: metricsToken })
    : null;
  const url = roles.serve ? await server.listen({ port: config.port, host: config.host }) : null;
  // Its first run starts discovery, so that the first page can already link to the sign-in.
  const watch = roles.serve ? readiness.watch(onReady) : null;

  return {
    db,
    url,
    async listProblems() {
      const { isReady, results } = await readiness.read();
      return isReady ? [] : [...results.values()].flatMap((one) => (one.state === 'failed' ? [one.reason] : []));
    },
    async createSetupLink() {
      if (!config.oidc.isBuiltIn) return null;
      return (await createSetupLink(db, { appUrl: config.appUrl, now: clock() }))?.link ?? null;
    },
    async close() {
      await watch?.stop();
      await background.stop();
      await streams.drain(Math.min(15, streams.count() / 20));
      await queue.stop();
      await server.close();
      await metricsServer?.close();
      await parts.callCounts.stop();
      await events.close();
      await db.destroy();
    },
  };
}
