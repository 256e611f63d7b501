import { request } from 'undici';
import { z } from 'zod';
import { readJson } from './read-json.ts';

/** Constants from the identity client's specification. */
export const httpTimeoutSeconds = 10;
export const leewaySeconds = 60;
const maxBytes = 256 * 1024;

const endpoints = {
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  introspection_endpoint: z.url().optional(),
};

/** The provider's metadata: what we check; the OpenID Connect client reads the rest. */
const Discovery = z
  .object({
    issuer: z.string(),
    ...endpoints,
    token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  })
  .catchall(z.json());
export type Discovery = z.infer<typeof Discovery>;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
export type KeySet = z.infer<typeof KeySet>;

/** Calls the provider other than over the network. */
export type ProviderFetch = (address: string, init: RequestInit) => Promise<Response>;

/** Fetches the provider's metadata and signing keys. Throws an error whose message names the cause and its remedy. */
export async function discover(
  issuer: string,
  fetchProvider: ProviderFetch | null = null,
): Promise<{ discovery: Discovery; keys: KeySet }> {
  const discovery = parse(
    Discovery,
    await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, fetchProvider),
    'The identity provider’s metadata',
  );
  requireHttps(discovery);
  if (discovery.issuer !== issuer)
    throw new Error(
      `The identity provider’s issuer is ${discovery.issuer}, expected ${issuer}: set OIDC_ISSUER to exactly the former`,
    );
  const keys = parse(KeySet, await getJson(discovery.jwks_uri, fetchProvider), 'The identity provider’s key set');
  return { discovery, keys };
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown, what: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const issue = error.issues[0];
  throw new Error(`${what} is not valid: ${issue?.path.join('.')}: ${issue?.message}`);
}

async function getJson(address: string, fetchProvider: ProviderFetch | null): Promise<unknown> {
  if (fetchProvider) return (await fetchProvider(address, {})).json();
  const timeout = httpTimeoutSeconds * 1000;
  const { statusCode, body } = await request(address, {
    headersTimeout: timeout,
    bodyTimeout: timeout,
    headers: { accept: 'application/json' },
  }).catch((cause: unknown) => {
    throw new Error(`${address} does not respond: ${toReason(cause)}`, { cause });
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`${address} answered ${statusCode}`);
  }
  return readJson(body, maxBytes).catch((cause: unknown) => {
    throw new Error(`${address} could not be read: ${toReason(cause)}`, { cause });
  });
}

/** Returns an error's reason; errors from connections to several addresses have no message themselves. */
export function toReason(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(toReason).join('; ');
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** Checks that a provider reached over https does not direct us to plain-text addresses. */
function requireHttps(found: Discovery): void {
  if (!found.issuer.startsWith('https://')) return;
  const plain = Object.keys(endpoints).find((name) => {
    const address = found[name];
    return typeof address === 'string' && !address.startsWith('https://');
  });
  if (plain) throw new Error(`The identity provider’s ${plain} is not an https URL`);
}
