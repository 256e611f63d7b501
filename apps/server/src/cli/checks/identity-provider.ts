import { keyScopes } from '@tidemark/contract';
import { z } from 'zod';
import { httpTimeoutSeconds, leewaySeconds } from '../../clients/identity-provider/discovery.ts';
import type { Config } from '../../config/config.ts';
import { error, ok, unreachable, warning, type Check } from './check.ts';
import { checkClient } from './identity-client.ts';

const area = 'Identity provider';
const usableAlgorithms = new Set(['RS256', 'PS256', 'ES256', 'EdDSA']);
const noticedSeconds = 5;

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  end_session_endpoint: z.url().optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  registration_endpoint: z.string().optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
  scopes_supported: z.array(z.string()).optional(),
});
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), alg: z.string().optional() })) });

/** Fetches the provider's discovery document and keys, compares its clock with ours, and asks it about the client. */
export async function* checkIdentityProvider(
  oidc: Config['oidc'],
  { appUrl, forAssistants = false }: { appUrl: string; forAssistants?: boolean },
): AsyncGenerator<Check> {
  const { issuer } = oidc;
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const fetched = await getJson(address, 'Open this address in a browser; correct OIDC_ISSUER or the network.');
  if ('level' in fetched) return yield fetched;
  yield* checkClock(fetched.headers.get('date'));
  const { data: found, error: invalid } = Discovery.safeParse(fetched.body);
  if (!found) {
    const fields = invalid.issues.map((issue) => issue.path.join('.')).join(', ');
    yield error(
      area,
      `Its discovery document lacks a valid ${fields}`,
      'Check that OIDC_ISSUER is an OpenID Connect issuer.',
    );
    return;
  }
  if (found.issuer !== issuer) {
    yield error(
      area,
      `It calls itself ${found.issuer}, but OIDC_ISSUER is ${issuer}`,
      `Set OIDC_ISSUER=${found.issuer}`,
    );
    return;
  }
  yield ok(area, `Discovery succeeds, and the issuer is exactly ${issuer}`);
  const challenges = found.code_challenge_methods_supported;
  if (challenges && !challenges.includes('S256'))
    yield error(area, 'It does not support PKCE with S256', 'Enable PKCE for the client, or use another provider.');
  if (!found.end_session_endpoint)
    yield warning(area, 'It has no end_session_endpoint', 'Logging out ends only the session of Tidemark.');
  yield await checkKeys(found.jwks_uri);
  yield* checkClient(oidc, appUrl);
  if (forAssistants) yield* checkForAssistants(found);
}

/** Checks metadata for assistants that discover the provider through the MCP server's address. */
function* checkForAssistants(found: z.output<typeof Discovery>): Generator<Check> {
  const { scopes_supported: scopes, code_challenge_methods_supported: challenges } = found;
  const lacking = scopes ? keyScopes.filter((scope) => !scopes.includes(scope)) : [];
  if (lacking.length > 0)
    yield warning(
      area,
      `MCP_OAUTH is on, but its metadata does not list ${lacking.join(' and ')}`,
      'Define these scopes at the provider, for the resource APP_URL/mcp.',
    );
  if (!challenges)
    yield warning(
      area,
      'MCP_OAUTH is on, but its metadata does not mention PKCE, which assistants require to sign in',
      'Enable PKCE with S256 at the provider.',
    );
  if (found.registration_endpoint || found.client_id_metadata_document_supported)
    yield ok(area, 'Assistants can register for the MCP server');
  else
    yield warning(
      area,
      'MCP_OAUTH is on, but assistants cannot register by themselves',
      'Enable dynamic client registration, or register each assistant with its redirect URI.',
    );
}

async function checkKeys(address: string): Promise<Check> {
  const fetched = await getJson(address, 'Make this address, its jwks_uri, reachable.');
  if ('level' in fetched) return fetched;
  const keys = KeySet.safeParse(fetched.body).data?.keys ?? [];
  const usable = keys.filter(({ alg, kty }) => (alg ? usableAlgorithms.has(alg) : kty !== 'oct'));
  if (usable.length > 0) return ok(area, `It publishes ${usable.length} usable signing keys`);
  return error(
    area,
    'It publishes no key for RS256, PS256, ES256 or EdDSA',
    'Set the signature algorithm of access tokens to RS256 at the provider.',
  );
}

function* checkClock(header: string | null): Generator<Check> {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(at)) return;
  const seconds = Math.round((Date.now() - at) / 1000);
  const difference = `This machine’s clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the provider’s`;
  const fix = 'Enable time synchronisation: timedatectl set-ntp true';
  if (Math.abs(seconds) > leewaySeconds) yield error('Clock', `${difference}: sign-ins fail`, fix);
  else if (Math.abs(seconds) > noticedSeconds) yield warning('Clock', difference, fix);
  else yield ok('Clock', 'It agrees with the provider’s');
}

async function getJson(address: string, fix: string): Promise<{ body: unknown; headers: Headers } | Check> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(httpTimeoutSeconds * 1000) });
    if (!answer.ok) return error(area, `${address}: status ${answer.status}`, fix);
    return { body: await answer.json().catch(() => null), headers: answer.headers };
  } catch (cause) {
    return unreachable(area, address, cause, fix);
  }
}
