import { z } from 'zod';
import { OAuthError } from './coded-errors.ts';

const Metadata = z.strictObject({
  client_id: z.url(),
  client_name: z.string().optional(),
  client_uri: z.url().optional(),
  redirect_uris: z.array(z.url()).min(1),
  scope: z.string().regex(/(^| )atproto( |$)/),
  grant_types: z
    .array(z.enum(['authorization_code', 'refresh_token']))
    .refine((all) => all.includes('authorization_code')),
  response_types: z.tuple([z.literal('code')]),
  application_type: z.enum(['web', 'native']),
  token_endpoint_auth_method: z.literal('none'),
  dpop_bound_access_tokens: z.literal(true),
});

export interface OAuthClient {
  name: string;
  redirectUris: string[];
  scopes: string[];
}

const toInvalid = (message: string, cause?: unknown) =>
  Object.assign(new OAuthError('invalid_client_metadata', message), { cause });

/** Returns what a client says about itself: https://atproto.com/specs/oauth#client-id-metadata-document */
export async function findClient(clientId: string): Promise<OAuthClient> {
  const address = URL.parse(clientId);
  if (address?.protocol === 'http:') return readLoopback(clientId, address);
  if (address?.protocol !== 'https:') throw toInvalid(`Invalid client ID "${clientId}"`);
  const answer = await fetch(address, { redirect: 'error', headers: { accept: 'application/json' } }).catch(
    (cause: unknown) => {
      throw toInvalid(`Unable to obtain client metadata for "${clientId}"`, cause);
    },
  );
  const found = Metadata.safeParse(await answer.json().catch(() => undefined));
  if (!found.success) throw toInvalid(`Invalid client metadata for "${clientId}": ${found.error.issues[0]?.message}`);
  const { client_id: id, client_name: name = clientId, redirect_uris: redirectUris, scope } = found.data;
  if (id !== clientId) throw toInvalid('client_id does not match the address of the document');
  if (redirectUris.some((uri) => URL.parse(uri)?.origin !== address.origin))
    throw toInvalid('redirect_uris are not below the client');
  return { name, redirectUris, scopes: scope.split(' ') };
}

/** Reads a client on the user's own machine from its ID: https://atproto.com/specs/oauth#localhost-client-development */
function readLoopback(clientId: string, address: URL): OAuthClient {
  const { searchParams } = address;
  const isKnown = [...searchParams.keys()].every((name) => name === 'scope' || name === 'redirect_uri');
  if (!/^http:\/\/localhost\/?(\?|$)/.test(clientId) || !isKnown) throw toInvalid(`Invalid client ID "${clientId}"`);
  const redirectUris = searchParams.getAll('redirect_uri');
  if (!redirectUris.every((uri) => /^http:\/\/(127\.0\.0\.1|\[::1\])[:/]/.test(uri)))
    throw toInvalid('redirect_uris of a client on localhost must have an IP address');
  const scopes = (searchParams.get('scope') ?? 'atproto').split(' ');
  return { name: 'A client on this machine', redirectUris, scopes };
}
