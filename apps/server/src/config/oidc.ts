import { mcpPath } from '@tidemark/contract';
import { z } from 'zod';
import { readClientKey } from './client-key.ts';
import type { Problem } from './production.ts';
import { Secret } from './secret.ts';

const text = z.string().trim().min(1);
const hours = z.coerce.number().min(0.25).max(8_760);

/** The identity provider, and how long a sign-in lasts. */
export const oidcVariables = {
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: 'must be the issuer URL' }).optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_CLIENT_KEY_FILE: text
    .transform((file, context) => {
      const read = readClientKey(file);
      if ('pem' in read) return read;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .optional(),
  OIDC_CLIENT_KEY_ID: text.optional(),
  OIDC_CLIENT_KEY_AUDIENCE: z.enum(['issuer', 'token_endpoint']).default('issuer'),
  OIDC_CLIENT_AUTHENTICATION: z.enum(['client_secret_basic', 'client_secret_post']).optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_RESOURCE: z.url({ error: 'must be a URI, as in RFC 8707' }).optional(),
  OIDC_SCOPE: text.default('openid profile email'),
  OIDC_AUTHORIZE_PARAMS: z.string().default(''),
  OIDC_ROLES_CLAIM: text.optional(),
  OIDC_ACCESS_TOKENS: z.enum(['jwt', 'introspection', 'userinfo']).default('jwt'),
  OIDC_TRUST_EMAIL: z.enum(['on', 'off']).default('off'),
  REQUIRE_SECOND_FACTOR: z.enum(['none', 'operators', 'all']).default('none'),
  MCP_OAUTH: z.enum(['on', 'off']).default('off'),
  SESSION_IDLE_HOURS: hours.default(168),
  SESSION_MAX_HOURS: hours.default(720),
};

/** Issuer under which the built-in provider's users are stored. */
export const builtInIssuer = 'urn:tidemark:built-in';
const externalProviderNames = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_KEY_FILE',
  'OIDC_AUDIENCE',
  'OIDC_RESOURCE',
] as const;

const Oidc = z.object(oidcVariables);
type Oidc = z.output<typeof Oidc>;

/** Reads the provider from answers that may not be complete yet; null if one of them is not valid. */
export function readOidc(variables: Record<string, string>, appUrl: string) {
  const given = Oidc.safeParse(variables).data;
  return given ? toOidcConfig(given, appUrl).oidc : null;
}

/** Rules across these variables. */
export function listOidcProblems(given: Oidc): Problem[] {
  const problems: Problem[] = [];
  if (given.SESSION_IDLE_HOURS > given.SESSION_MAX_HOURS)
    problems.push({
      name: 'SESSION_IDLE_HOURS',
      message: 'must not exceed SESSION_MAX_HOURS, after which every session ends',
    });
  if (!given.OIDC_ISSUER) {
    // If none is set, the built-in provider is used; if any is set, another provider was meant.
    const meant = externalProviderNames.find((name) => given[name]);
    if (meant) problems.push({ name: 'OIDC_ISSUER', message: `is missing: ${meant} belongs to an identity provider` });
    else if (given.MCP_OAUTH === 'on')
      problems.push({
        name: 'MCP_OAUTH',
        message: 'needs OIDC_ISSUER: the built-in sign-in issues no tokens for programs',
      });
    return problems;
  }
  if (given.REQUIRE_SECOND_FACTOR !== 'none')
    problems.push({
      name: 'REQUIRE_SECOND_FACTOR',
      message: 'is for the built-in sign-in: require a second factor at the provider of OIDC_ISSUER',
    });
  if (!given.OIDC_CLIENT_ID) problems.push({ name: 'OIDC_CLIENT_ID', message: 'is missing' });
  if (given.OIDC_ACCESS_TOKENS === 'jwt' && !given.OIDC_AUDIENCE)
    problems.push({ name: 'OIDC_AUDIENCE', message: 'is missing' });
  if (given.OIDC_ACCESS_TOKENS === 'introspection' && !given.OIDC_CLIENT_SECRET && !given.OIDC_CLIENT_KEY_FILE)
    problems.push({
      name: 'OIDC_CLIENT_SECRET',
      message: 'is missing: OIDC_ACCESS_TOKENS=introspection needs a confidential client',
    });
  return [...problems, ...listKeyProblems(given)];
}

function listKeyProblems(given: Oidc): Problem[] {
  if (!given.OIDC_CLIENT_KEY_FILE)
    return given.OIDC_CLIENT_KEY_ID
      ? [{ name: 'OIDC_CLIENT_KEY_FILE', message: 'is missing: OIDC_CLIENT_KEY_ID names its key' }]
      : [];
  const message = 'belongs to a client secret: remove it, or OIDC_CLIENT_KEY_FILE';
  return (['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_AUTHENTICATION'] as const)
    .filter((name) => given[name])
    .map((name) => ({ name, message }));
}

export function toOidcConfig(env: Oidc, appUrl: string) {
  return {
    oidc: env.OIDC_ISSUER ? toExternal(env, env.OIDC_ISSUER) : toBuiltIn(appUrl),
    /** Users who need more than a password; built-in sign-in only. */
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    /** Audience of tokens for the MCP server (RFC 8707); null if only API keys are accepted. */
    mcpResource: env.MCP_OAUTH === 'on' ? appUrl + mcpPath : null,
    session: { idleHours: env.SESSION_IDLE_HOURS, maxHours: env.SESSION_MAX_HOURS },
  };
}

function toExternal(env: Oidc, issuer: string) {
  return {
    isBuiltIn: false,
    issuer,
    /** Issuer stored with users; the built-in provider's address may change with `APP_URL`. */
    storedIssuer: issuer,
    clientId: env.OIDC_CLIENT_ID ?? '',
    /** Null for a public client. */
    clientSecret: env.OIDC_CLIENT_SECRET ? new Secret(env.OIDC_CLIENT_SECRET) : null,
    /** Authenticates the client instead of a secret (`private_key_jwt`). */
    clientKey: env.OIDC_CLIENT_KEY_FILE
      ? {
          ...env.OIDC_CLIENT_KEY_FILE,
          id: env.OIDC_CLIENT_KEY_ID ?? null,
          audience: env.OIDC_CLIENT_KEY_AUDIENCE,
        }
      : null,
    /** Null: chosen from the provider's metadata. */
    clientAuthentication: env.OIDC_CLIENT_AUTHENTICATION ?? null,
    audience: env.OIDC_AUDIENCE ?? null,
    resource: env.OIDC_RESOURCE ?? null,
    scope: env.OIDC_SCOPE,
    authorizeParams: Object.fromEntries(new URLSearchParams(env.OIDC_AUTHORIZE_PARAMS)),
    rolesClaim: env.OIDC_ROLES_CLAIM ?? null,
    accessTokens: env.OIDC_ACCESS_TOKENS,
    trustsEmail: env.OIDC_TRUST_EMAIL === 'on',
  };
}

/** Returns Tidemark as its own identity provider; its only client's secret is generated and stored in the database. */
function toBuiltIn(appUrl: string): ReturnType<typeof toExternal> {
  return {
    isBuiltIn: true,
    issuer: `${appUrl}/id`,
    storedIssuer: builtInIssuer,
    clientId: 'tidemark',
    clientSecret: null,
    clientKey: null,
    clientAuthentication: 'client_secret_basic',
    audience: 'urn:tidemark:api',
    resource: null,
    scope: 'openid profile email',
    authorizeParams: {},
    rolesClaim: 'roles',
    accessTokens: 'jwt',
    trustsEmail: false,
  };
}
