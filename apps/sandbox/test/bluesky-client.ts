import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { z } from 'zod';

const redirectUri = 'http://127.0.0.1:4123/oauth/bluesky-return';

/** A client on the user's own machine, as https://atproto.com/specs/oauth describes it. */
const clientId = `http://localhost?${new URLSearchParams({ scope: 'atproto', redirect_uri: redirectUri }).toString()}`;

const Body = z.looseObject({
  error: z.string().optional(),
  message: z.string().optional(),
  request_uri: z.string().optional(),
  access_token: z.string().optional(),
  token_type: z.string().optional(),
  scope: z.string().optional(),
  sub: z.string().optional(),
  did: z.string().optional(),
});

const Metadata = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  revocation_endpoint: z.string(),
  pushed_authorization_request_endpoint: z.string(),
});

export const toChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

export async function fetchMetadata(pds: string) {
  return Metadata.parse(await (await fetch(`${pds}/.well-known/oauth-authorization-server`)).json());
}

interface Changed {
  nonce?: string | undefined;
  htm?: string;
  htu?: string;
  /** Replaces the whole proof. */
  proof?: string;
}

/** Signs in by hand, so that each step can be wrong. */
export async function createBlueskyClient(pds: string) {
  const metadata = await fetchMetadata(pds);
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  let nonce: string | undefined;

  const prove = (htm: string, htu: string, claims: Record<string, string | undefined>) =>
    new SignJWT({ htm, htu, jti: randomBytes(12).toString('hex'), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: { ...jwk } })
      .setIssuedAt()
      .sign(privateKey);

  async function send(address: string, init: RequestInit, changed: Changed, ath?: string) {
    const given = 'nonce' in changed ? changed.nonce : nonce;
    const { method = 'GET' } = init;
    const proof = await prove(changed.htm ?? method, changed.htu ?? address, {
      ...(given !== undefined && { nonce: given }),
      ...(ath !== undefined && { ath }),
    });
    const headers = new Headers(init.headers);
    headers.set('DPoP', changed.proof ?? proof);
    const answer = await fetch(address, { ...init, headers });
    nonce = answer.headers.get('dpop-nonce') ?? nonce;
    return { status: answer.status, body: Body.parse(await answer.json().catch(() => ({}))) };
  }

  const post = (address: string, body: Record<string, string>, changed: Changed = {}) =>
    send(address, { method: 'POST', body: new URLSearchParams(body) }, changed);

  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    push: (verifier: string, parameters: Record<string, string> = {}, changed?: Changed) =>
      post(
        metadata.pushed_authorization_request_endpoint,
        {
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          response_mode: 'query',
          scope: 'atproto',
          state: 'state-1',
          code_challenge: toChallenge(verifier),
          code_challenge_method: 'S256',
          ...parameters,
        },
        changed,
      ),
    toPage(requestUri: string): string {
      const page = new URL(metadata.authorization_endpoint);
      page.searchParams.set('client_id', clientId);
      page.searchParams.set('request_uri', requestUri);
      return page.href;
    },
    exchange: (code: string, verifier: string, parameters: Record<string, string> = {}) =>
      post(metadata.token_endpoint, {
        client_id: clientId,
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        ...parameters,
      }),
    revoke: (token: string) => post(metadata.revocation_endpoint, { client_id: clientId, token }),
    readSession(token: string, changed: Changed = {}) {
      const init = { headers: { authorization: `DPoP ${token}` } };
      return send(`${pds}/xrpc/com.atproto.server.getSession`, init, changed, toChallenge(token));
    },
  };
}
