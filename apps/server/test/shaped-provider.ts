import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Person {
  /** The stable ID that the provider gives people. */
  id: string;
  name: string;
  email: string;
}

type Claims = Record<string, unknown>;

/** Differences between one provider's answers and another's. */
export interface ProviderShape {
  /** Follows the host, such as `/realms/main`. */
  issuerPath: string;
  /** Null: an access token that only the provider can read. */
  toAccessClaims: ((person: Person, issuer: string) => Claims) | null;
  toIdClaims(person: Person): Claims;
  /** Null: the endpoint does not accept our access tokens. */
  toUserinfo: ((person: Person) => Claims) | null;
  /** Additional metadata; undefined removes an entry. */
  metadata?: Claims;
  /** Access tokens are signed for another recipient, with a key that is not in the provider's key set. */
  hasForeignAccessTokens?: boolean;
  /** A renewal brings no ID token. */
  renewsWithoutIdToken?: boolean;
}

const lifetimeSeconds = 900;

/**
 * Starts an OpenID provider that signs the same person in until told otherwise, and answers in the given shape. It
 * checks as little as the shape needs: the sandbox's provider is the strict one.
 */
export async function startShapedProvider(shape: ProviderShape, first: Person) {
  const [keys, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { person: Person; nonce: string | null; clientId: string }>();
  const refreshTokens = new Map<string, { person: Person; clientId: string }>();
  const opaqueTokens = new Map<string, Person>();
  let person = first;
  let issuer = '';

  const sign = (claims: Claims, key = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT' }).sign(key);

  async function toTokens(
    whose: Person,
    { clientId, nonce }: { clientId: string; nonce: string | null },
    isRenewal = false,
  ) {
    const now = Math.floor(Date.now() / 1000);
    const common = { iss: issuer, iat: now, exp: now + lifetimeSeconds };
    const refreshToken = randomUUID();
    refreshTokens.set(refreshToken, { person: whose, clientId });
    const opaque = randomUUID();
    const access = shape.toAccessClaims?.(whose, issuer);
    const accessToken = access
      ? await sign(
          { ...common, jti: randomUUID(), ...access },
          shape.hasForeignAccessTokens ? foreign.privateKey : undefined,
        )
      : opaque;
    opaqueTokens.set(accessToken, whose);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      refresh_token: refreshToken,
      ...(!(isRenewal && shape.renewsWithoutIdToken) && {
        id_token: await sign({
          ...common,
          aud: clientId,
          ...(nonce !== null && { nonce }),
          ...shape.toIdClaims(whose),
        }),
      }),
    };
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    codes.set(code, { person, nonce: query.get('nonce'), clientId: query.get('client_id') ?? '' });
    const to = new URL(query.get('redirect_uri') ?? '');
    to.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    response.writeHead(302, { location: to.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    const form = new URLSearchParams(text);
    const code = codes.get(form.get('code') ?? '');
    const refresh = refreshTokens.get(form.get('refresh_token') ?? '');
    const answer = code
      ? await toTokens(code.person, code)
      : refresh && (await toTokens(refresh.person, { ...refresh, nonce: null }, true));
    send(response, answer ? 200 : 400, answer ?? { error: 'invalid_grant' });
  }

  function userinfo(request: IncomingMessage, response: ServerResponse): void {
    const whose = opaqueTokens.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    if (!whose || !shape.toUserinfo) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else send(response, 200, shape.toUserinfo(whose));
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const path = pathname.replace(shape.issuerPath.replace(/\/$/, ''), '');
    if (path === '/.well-known/openid-configuration') send(response, 200, toMetadata());
    else if (path === '/keys') send(response, 200, { keys: [jwk] });
    else if (path === '/authorize') authorize(searchParams, response);
    else if (path === '/token') void token(request, response);
    else if (path === '/userinfo') userinfo(request, response);
    else response.writeHead(404).end();
  });

  function toMetadata(): Claims {
    const base = issuer.replace(/\/$/, '');
    return {
      issuer,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      end_session_endpoint: `${base}/logout`,
      jwks_uri: `${base}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['none'],
      ...shape.metadata,
    };
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}${shape.issuerPath}`;

  return {
    issuer,
    /** Sets the next person to sign in. */
    setPerson(next: Person) {
      person = next;
    },
    /** Issues a token that belongs to no session here. */
    issueAccessToken: async (whose: Person): Promise<string> =>
      (await toTokens(whose, { clientId: 'tidemark', nonce: null })).access_token,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
