import { z } from 'zod';
import { AccountType } from '../accounts/account.ts';
import { NetworkMetrics } from '../analytics/network-metrics.ts';
import { endpoint } from '../endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  cost: 'status',
  summary: 'Liveness: the process is running',
  response: z.object({ status: z.literal('ok') }),
  failures: [],
});

export const getReady = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  cost: 'status',
  summary: 'Readiness: database, migrations and identity provider are available',
  response: z.object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.enum(['ok', 'failed', 'degraded'])),
    /** Reasons for checks that are not `ok`, by check name. */
    reasons: z.record(z.string(), z.string()),
    sandbox: z.boolean(),
  }),
  failures: [],
});

/** Path a request took to the process: the probe's first event. */
export const ProbedConnection = z.object({
  /** Other end of the connection: a reverse proxy, if there is one. */
  peer: z.string(),
  /** Name in the Host header, without the port. */
  host: z.string(),
  hasForwardedFor: z.boolean(),
  /** True if the peer is trusted to name the client. */
  isForwarded: z.boolean(),
});
export type ProbedConnection = z.infer<typeof ProbedConnection>;

export const probeStream = endpoint({
  method: 'GET',
  path: '/sse/probe/:token',
  access: 'public',
  cost: 'status',
  summary: 'Sends two events, a second apart, to holders of the encryption key; for `tidemark doctor`',
  params: z.strictObject({ token: z.string().max(200) }),
  response: z.string(),
  failures: ['signature_invalid'],
});

/** Configuration that the browser needs; also embedded in the page as `#tidemark-config`. */
export const ClientConfig = z.object({
  /** Networks whose accounts can be connected. */
  networks: z.array(AccountType),
  /** Those of enabled networks that do not have all metrics. */
  metricsByNetwork: z.partialRecord(AccountType, NetworkMetrics),
  /** True if accounts can also be connected with a login at Instagram. */
  instagramLogin: z.boolean(),
  meta: z.object({
    /** Empty until an operator has entered the app. */
    appId: z.string(),
    loginConfigId: z.string(),
    sdkUrl: z.string(),
    graphVersion: z.string(),
    /** The IANA time zone Instagram uses for account insights. */
    dayZone: z.string(),
  }),
  /** True while the sandbox on this machine replaces the external services. */
  sandbox: z.boolean(),
  /** True if users sign in with Tidemark's own passwords or passkeys, and can change them here. */
  builtInSignIn: z.boolean(),
  /** True if a mail server is configured. */
  sendsMail: z.boolean(),
  /** False if plans cannot be bought, so that only operators assign them. */
  takesPayments: z.boolean(),
  /** True if assistants can sign in to the MCP server at the identity provider, without an API key. */
  mcpOAuth: z.boolean(),
  /** True if `/privacy` and `/terms` exist. */
  hasLegalPages: z.boolean(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const getClientConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  cost: 'status',
  summary: 'Returns the public configuration for the Meta login',
  response: ClientConfig,
  failures: [],
});
