import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: 'The process runs',
  response: z.object({ status: z.literal('ok') }),
  failures: [],
});

export const getReady = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'public',
  summary: 'The process can serve: database, migrations, identity provider',
  response: z.object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.record(z.string(), z.enum(['ok', 'failed', 'degraded'])),
    sandbox: z.boolean(),
  }),
  failures: [],
});

/** Where the provider does what, under the names of OpenID Connect Discovery. */
export const OidcEndpoints = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  end_session_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
});
export type OidcEndpoints = z.infer<typeof OidcEndpoints>;

/** What the browser needs before anybody is signed in; also found in the page itself, as `#tidemark-config`. */
export const ClientConfig = z.object({
  oidc: z.object({
    issuer: z.string(),
    clientId: z.string(),
    scope: z.string(),
    audience: z.string().nullable(),
    authorizeParams: z.record(z.string(), z.string()),
    /** Null while the provider has not told us; the browser then asks it. */
    endpoints: OidcEndpoints.nullable(),
  }),
  meta: z.object({
    appId: z.string(),
    loginConfigId: z.string(),
    sdkUrl: z.string(),
    graphVersion: z.string(),
  }),
  /** True while the outside world is the stand-in on this machine. */
  sandbox: z.boolean(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const getClientConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  summary: 'What the browser needs to know to sign in and to connect',
  response: ClientConfig,
  failures: [],
});
