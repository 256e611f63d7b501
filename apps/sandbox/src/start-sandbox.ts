import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import Fastify from 'fastify';
import type { JWK } from 'jose';
import { ZodError } from 'zod';
import { createAppView } from './bluesky/app-view.ts';
import { blueskyRoutes } from './bluesky/bluesky-routes.ts';
import { createBlueskyWorld } from './bluesky/bluesky-world.ts';
import { createOAuthServer } from './bluesky/oauth-server.ts';
import { controlRoutes } from './control/control-routes.ts';
import { createFaults, faultsAt } from './faults.ts';
import { createGithub } from './github/github.ts';
import { apiAudience, clientId, rolesClaim } from './identity-provider/claims.ts';
import { createIdentityProvider } from './identity-provider/identity-provider.ts';
import { createAccessTokens } from './instagram-graph/access-tokens.ts';
import { createCallLedger } from './instagram-graph/call-ledger.ts';
import { createCallUsage } from './instagram-graph/call-usage.ts';
import { createFacebookHost } from './instagram-graph/facebook-host.ts';
import { createGraph } from './instagram-graph/graph.ts';
import { graphRoutes } from './instagram-graph/graph-routes.ts';
import { loginRoutes } from './instagram-graph/login/login-routes.ts';
import { createMetaApp, graphVersion } from './instagram-graph/meta-app.ts';
import { createPageSubscriptions } from './instagram-graph/page-subscriptions.ts';
import { createInstagramHost } from './instagram-login/instagram-host.ts';
import { instagramLoginRoutes } from './instagram-login/instagram-login-routes.ts';
import { createInstagramTokens } from './instagram-login/instagram-tokens.ts';
import { listen } from './listen.ts';
import { createMailbox } from './mailbox/mailbox.ts';
import { mailboxRoutes } from './mailbox/mailbox-routes.ts';
import { createPaymentProvider } from './payment-provider/payment-provider.ts';
import { createMediaLinks } from './pictures/media-links.ts';
import { pictureRoutes } from './pictures/picture-routes.ts';
import { createClock } from './sandbox-clock.ts';
import { openState } from './sandbox-state.ts';
import type { SeedOptions } from './seeding/seed-personas.ts';
import { seedPersonas } from './seeding/seed-personas.ts';
import type { Crowd } from './world/crowd.ts';
import { people } from './world/people.ts';
import { getWorld } from './world/world.ts';

export interface SandboxOptions {
  /** 0 for any free port. */
  port: number;
  host?: string | undefined;
  /** The public origin behind a reverse proxy; `http://localhost:PORT` by default. */
  publicUrl?: string | undefined;
  /** The application's origins: allowed for sign-in and for browser calls. */
  appOrigins: string[];
  /** Registers the client `tidemark-key`, which authenticates to the identity provider with this public key. */
  clientKey?: JWK | undefined;
  stateFile?: string | undefined;
  seed?: string | undefined;
  /** Time zone for Instagram's insight days; Meta's own by default. */
  dayZone?: string | undefined;
  clock?: (() => Date) | undefined;
  /** Additional generated accounts. */
  crowd?: Crowd | undefined;
  /** The day around which histories are laid out, `YYYY-MM-DD`; a first of November by default. */
  anchor?: string | undefined;
  /** The mail server's certificate; enables STARTTLS. */
  mailTls?: { key: string; cert: string } | undefined;
  log?: ((line: string) => void) | undefined;
}

export interface Sandbox {
  url: string;
  /** The environment variables that connect the application to this sandbox. */
  environment: Record<string, string>;
  seedPersonas: (options: SeedOptions) => Promise<void>;
  close: () => Promise<void>;
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { appOrigins, seed = 'tidemark', dayZone = 'America/Los_Angeles', log = () => undefined } = options;
  const real = options.clock ?? (() => new Date());
  let handler = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end();
  // The port is needed first: every URL that the sandbox issues contains it.
  const listening = await listen(options.port, options.host, (request, response) => handler(request, response));
  const url = options.publicUrl ?? `http://localhost:${listening.port}`;
  const publicHostname = new URL(url).hostname;

  const store = openState(options.stateFile, real(), options.anchor);
  const clock = createClock(store, real);
  const world = getWorld({ seed, zone: dayZone, anchor: store.state.anchor, crowd: options.crowd });
  const faults = createFaults();
  const app = createMetaApp(seed);
  const links = createMediaLinks({ origin: url, secret: app.mediaSecret });
  const tokens = createAccessTokens({ secret: app.tokenSecret, store, clock });
  const bluesky = createBlueskyWorld({ world, clock, store });
  const blueskyOAuth = createOAuthServer({ bluesky });
  const usage = createCallUsage({ world, now: clock.now, appUsers: people.length });
  const ledger = createCallLedger();
  const subscriptions = createPageSubscriptions({ app, store });
  const [facebookFaults, instagramFaults] = [faultsAt('facebook', faults), faultsAt('instagram', faults)];
  const shared = { appOrigin: appOrigins[0], app, world, clock, store, links, tokens, usage, subscriptions };
  const graph = createGraph({
    ...shared,
    faults: facebookFaults,
    host: createFacebookHost({ origin: url, app, tokens, clock, world }),
  });
  const instagramTokens = createInstagramTokens({ secret: app.tokenSecret, store, clock, world });
  const instagramGraph = createGraph({
    ...shared,
    faults: instagramFaults,
    host: createInstagramHost({ origin: url, app, tokens: instagramTokens }),
  });
  const identity = createIdentityProvider({
    origin: url,
    appOrigins,
    clientKey: options.clientKey ?? null,
    store,
    clock,
    faults,
    log,
  });
  const payments = createPaymentProvider({ origin: url, appOrigins, seed, store, clock, faults });
  const github = createGithub({ origin: url, appOrigins, seed, store, clock, faults });
  const mailbox = await createMailbox({ clock, faults, tls: options.mailTls });
  const environment = {
    OIDC_ISSUER: `${url}/oidc`,
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE: apiAudience,
    OIDC_ROLES_CLAIM: rolesClaim,
    MCP_OAUTH: 'on',
    META_APP_ID: app.id,
    META_APP_SECRET: app.secret,
    META_LOGIN_CONFIG_ID: app.configId,
    META_SDK_URL: `${url}/sdk.js`,
    META_DIALOG_BASE_URL: url,
    META_GRAPH_BASE_URL: `${url}/graph`,
    META_GRAPH_VERSION: graphVersion,
    META_MEDIA_ORIGINS: url,
    META_INSIGHTS_TIMEZONE: dayZone,
    META_WEBHOOK_VERIFY_TOKEN: app.webhookVerifyToken,
    INSTAGRAM_APP_ID: app.instagramId,
    INSTAGRAM_APP_SECRET: app.instagramSecret,
    INSTAGRAM_LOGIN_BASE_URL: `${url}/instagram-www`,
    INSTAGRAM_API_BASE_URL: `${url}/instagram-api`,
    INSTAGRAM_GRAPH_BASE_URL: `${url}/instagram-graph`,
    BLUESKY_APPVIEW_URL: url,
    BLUESKY_PLC_URL: url,
    ...payments.environment,
    ...github.environment,
    ...mailbox.environment,
  };

  const server = Fastify({ logger: false, bodyLimit: 8 * 1024 * 1024, routerOptions: { maxParamLength: 2_000 } });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  server.setErrorHandler((error, request, reply) => {
    if (error instanceof ZodError)
      return reply
        .code(400)
        .send({ error: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ') });
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status >= 500)
      log(
        `${request.method} ${request.url.split('?')[0]} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    return reply.code(status).send({ error: error instanceof Error ? error.message : 'unknown' });
  });
  identity.routes(server);
  pictureRoutes(server, { world, links, clock, faults });
  loginRoutes(server, { origin: url, appOrigins, app, tokens, world, links, clock, signedInAt: identity.signedInAt });
  const observed = { world, clock, usage, ledger };
  graphRoutes(server, {
    ...observed,
    faults: facebookFaults,
    mount: '/graph',
    graph,
    tokens,
    acceptsBatches: true,
  });
  instagramLoginRoutes(server, {
    appOrigins,
    app,
    store,
    tokens: instagramTokens,
    world,
    links,
    clock,
    faults: instagramFaults,
    signedInAt: identity.signedInAt,
  });
  graphRoutes(server, {
    ...observed,
    faults: instagramFaults,
    mount: '/instagram-graph',
    graph: instagramGraph,
    tokens: instagramTokens,
    acceptsBatches: false,
  });
  blueskyRoutes(server, {
    origin: url,
    bluesky,
    oauth: blueskyOAuth,
    appView: createAppView({ bluesky, clock, links }),
    faults,
    signedInAt: identity.signedInAt,
  });
  payments.routes(server);
  github.routes(server);
  mailboxRoutes(server, { mailbox });
  controlRoutes(server, {
    world,
    bluesky,
    blueskyOAuth,
    clock,
    store,
    ledger,
    usage,
    faults,
    tokens,
    instagramTokens,
    identity,
    app,
    subscriptions,
    environment,
  });
  await server.ready();

  handler = (request, response) => {
    if (!isAllowedHost(request.headers.host ?? '', publicHostname)) {
      response.writeHead(421).end(`The sandbox is only available at ${url}.`);
      return;
    }
    if (options.publicUrl)
      Object.assign(request.headers, {
        'x-forwarded-proto': new URL(url).protocol.slice(0, -1),
        'x-forwarded-host': new URL(url).host,
      });
    if (!request.url?.startsWith('/oidc')) {
      server.routing(request, response);
      return;
    }
    identity.handle(request, response).catch((error: unknown) => {
      log(`identity provider: ${String(error)}`);
      if (!response.headersSent) response.writeHead(500).end();
    });
  };
  log(`sandbox listens on ${url}`);

  return {
    url,
    environment,
    seedPersonas: (seedOptions) =>
      seedPersonas(
        {
          makeTokens: identity.makeTokens,
          tokens,
          accountsOf: world.accountsOf,
          billing: payments.billing,
          world,
          now: clock.now,
          log,
        },
        seedOptions,
      ),
    async close() {
      await payments.close();
      await mailbox.close();
      await listening.close();
      await server.close();
    },
  };
}

/** Rejects a website that points its own name at this server (DNS rebinding), to protect operators' tokens. */
function isAllowedHost(host: string, publicHostname: string): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: '' };
  if (hostname === publicHostname) return true;
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
