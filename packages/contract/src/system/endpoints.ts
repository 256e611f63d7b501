import { z } from 'zod';
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
    sandbox: z.boolean(),
  }),
  failures: [],
});

/** The provider's endpoints, named as in OpenID Connect Discovery. */
export const OidcEndpoints = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  end_session_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
});
export type OidcEndpoints = z.infer<typeof OidcEndpoints>;

/** The configuration that the browser needs before the sign-in; also embedded in the page as `#tidemark-config`. */
export const ClientConfig = z.object({
  oidc: z.object({
    issuer: z.string(),
    clientId: z.string(),
    scope: z.string(),
    audience: z.string().nullable(),
    authorizeParams: z.record(z.string(), z.string()),
    /** Null until the provider has responded; the browser then fetches them itself. */
    endpoints: OidcEndpoints.nullable(),
  }),
  meta: z.object({
    appId: z.string(),
    loginConfigId: z.string(),
    sdkUrl: z.string(),
    graphVersion: z.string(),
    /** The IANA time zone of Instagram's account insights. */
    dayZone: z.string(),
  }),
  /** True while the sandbox on this machine replaces the external services. */
  sandbox: z.boolean(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const getClientConfig = endpoint({
  method: 'GET',
  path: '/config',
  access: 'public',
  cost: 'status',
  summary: 'Returns the public configuration for sign-in and Meta login',
  response: ClientConfig,
  failures: [],
});
