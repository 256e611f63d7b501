import path from 'node:path';
import { startBackgroundWork } from './app/background-work.ts';
import { toAllowedOrigins, toClientConfig } from './app/browser-config.ts';
import { createParts, type PartsOptions } from './app/parts.ts';
import { allRoutes } from './app/routes.ts';
import type { Database } from './database/database.ts';
import { audited } from './features/admin/index.ts';
import { createAuthenticate, nameOperator } from './features/auth/index.ts';
import { addStates } from './measures/states.ts';
import { addApiPage } from './platform/api-page/api-page.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import { createAdmission } from './platform/http/admission.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createLimits } from './platform/http/limits.ts';
import { readWebApp, serveWebApp } from './platform/http/web-app.ts';
import { addMetricsRoute, startMetricsServer } from './platform/metrics/serve-metrics.ts';

export interface AppOptions extends Omit<PartsOptions, 'clock' | 'alone'> {
  roles: { serve: boolean; work: boolean };
  clock?: Clock;
  /** How often accounts that are due are looked for. */
  lookEverySeconds?: number;
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

/** The only wiring, with `app/`: builds what features stand on, gives each what it names, starts and stops in order. */
export async function startApp({
  roles,
  lookEverySeconds,
  clock = systemClock,
  alone = false,
  ...options
}: AppOptions): Promise<App> {
  const parts = await createParts({ ...options, clock, alone });
  const { config, log, db, metrics, counts, pool, events, queue, streams, identityProvider, version } = parts;
  if (parts.provider && !config.stripe?.webhookSecret)
    log.warn('STRIPE_WEBHOOK_SECRET is not set: what changes at Stripe is noticed after visits there and once a day');
  const background = await startBackgroundWork(parts, { work: roles.work, lookEverySeconds });
  const { nightly } = background;

  addStates(metrics, { db, clock, queue, streams, identityProvider, nightly, pool, counts, version });
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
    https: config.appUrl.startsWith('https://'),
    onAnswered: counts.answered,
    allowedOrigins: toAllowedOrigins(config, {
      endpoints: () => identityProvider.endpoints(),
      inlineScripts: web?.inlineScripts ?? [],
    }),
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
            ip: null,
          },
          (transaction) => nameOperator(transaction, userId, clock()),
        ),
    }),
    routes: allRoutes(parts, { clientConfig, admission, wakePayments: () => background.wakePayments() }),
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
