import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { authorizeAddress, openBrowser, redeem, signIn, signInForTokens } from '../../test/browser-walk.ts';
import { appOrigin, ask, lever, openSandbox, toText } from '../../test/sandbox-client.ts';
import type { Sandbox } from '../index.ts';

/** Verifies tokens as the product's server does. */
function verify(sandbox: Sandbox, token: string) {
  const keys = createRemoteJWKSet(new URL(`${sandbox.environment['OIDC_ISSUER']}/jwks`), { cooldownDuration: 0 });
  return jwtVerify(token, keys, {
    issuer: sandbox.environment['OIDC_ISSUER'] ?? '',
    audience: sandbox.environment['OIDC_AUDIENCE'] ?? '',
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
    typ: 'at+jwt',
    requiredClaims: ['sub', 'exp'],
  });
}

describe('sign-in', () => {
  it("issues an API access token with the person's identity", async () => {
    const sandbox = await openSandbox();

    const { body, headers } = await signInForTokens(sandbox, 'olu@sandbox.test');

    const { payload } = await verify(sandbox, toText(body['access_token']));
    expect(payload).toMatchObject({
      name: 'Olu Adeyemi',
      email: 'olu@sandbox.test',
      email_verified: true,
      'https://tidemark.app/roles': ['system-admin'],
      aud: 'urn:tidemark:api',
      client_id: sandbox.environment['OIDC_CLIENT_ID'],
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(900);
    expect(decodeJwt(toText(body['id_token']))).toMatchObject({
      aud: sandbox.environment['OIDC_CLIENT_ID'],
      nonce: 'once',
      name: 'Olu Adeyemi',
    });
    expect(headers.get('access-control-allow-origin')).toBe(appOrigin);
  });

  it('assigns the operator role only to Olu', async () => {
    const sandbox = await openSandbox();

    const { body } = await signInForTokens(sandbox, 'maya@sandbox.test');

    expect(decodeJwt(toText(body['access_token']))['https://tidemark.app/roles']).toEqual([]);
  });

  it('lists all personas, and detects the end of a sign-in', async () => {
    const sandbox = await openSandbox();
    const browser = openBrowser(sandbox);
    const begun = await browser.visit(authorizeAddress(sandbox).url);
    const address = begun.headers.get('location') ?? '';

    const page = await browser.visit(address);
    const stranger = await ask(address);

    for (const name of [
      'Maya Lindqvist',
      'Theo Okafor',
      'Free Fiona Marsh',
      'Cal Moreno',
      'Nadia Brandt',
      'Ines Duarte',
      'Olu Adeyemi',
      'Edgar Voss',
    ])
      expect(page.text).toContain(name);
    expect(page.text).toContain('Sandbox: identity provider');
    expect(page.text).toMatch(/Maya Lindqvist\s*<span class="first">Start here/);
    expect(stranger.status).toBe(400);
    expect(stranger.text).toContain('Start again from the application');
  });

  it('requires PKCE with the matching verifier', async () => {
    const sandbox = await openSandbox();
    const { code } = await signIn(sandbox, openBrowser(sandbox), 'maya@sandbox.test');

    const wrong = await redeem(sandbox, { grant_type: 'authorization_code', code, code_verifier: 'x'.repeat(50) });
    const without = await ask(authorizeAddress(sandbox).url.replace(/&code_challenge[^&]*/g, ''));

    expect(wrong.body['error']).toBe('invalid_grant');
    expect(without.headers.get('location')).toContain('error=invalid_request');
  });

  it('requires a nonce', async () => {
    const sandbox = await openSandbox();

    const answer = await ask(authorizeAddress(sandbox).url.replace(/&nonce[^&]*/, ''));

    expect(answer.headers.get('location')).toBe(
      `${appOrigin}/login?error=invalid_request&error_description=nonce+is+required&state=here`,
    );
  });

  it("requires a confidential client's secret", async () => {
    const sandbox = await openSandbox();
    const grant = {
      grant_type: 'authorization_code',
      code: 'x',
      code_verifier: 'x'.repeat(43),
      client_id: 'tidemark-confidential',
    };
    const secret = { client_secret: 'sandbox-client-secret-of-tidemark' };

    const [without, wrong, right] = [
      await redeem(sandbox, grant),
      await redeem(sandbox, { ...grant, client_secret: 'guess' }),
      await redeem(sandbox, { ...grant, ...secret }),
    ];

    expect([without.body['error'], wrong.body['error']]).toEqual(['invalid_client', 'invalid_client']);
    // Known by its secret, the client may not redeem a made-up code.
    expect(right.body['error']).toBe('invalid_grant');
  });

  it('ends the sign-in when a refresh token is used twice', async () => {
    const sandbox = await openSandbox();
    const first = await signInForTokens(sandbox, 'cal@sandbox.test');
    const refresh = (token: unknown) => redeem(sandbox, { grant_type: 'refresh_token', refresh_token: toText(token) });

    const second = await refresh(first.body['refresh_token']);
    await refresh(first.body['refresh_token']);
    const afterTheft = await refresh(second.body['refresh_token']);

    expect(afterTheft.body['error']).toBe('invalid_grant');
  });

  it('renews silently during a session, and returns login_required without a session', async () => {
    const sandbox = await openSandbox();
    const browser = openBrowser(sandbox);
    await signIn(sandbox, browser, 'maya@sandbox.test');
    const { url } = authorizeAddress(sandbox, { prompt: 'none' });

    const [known, unknown] = [await browser.visit(url), await ask(url)];

    expect(known.headers.get('location')).toContain('code=');
    expect(unknown.headers.get('location')).toContain('error=login_required');
  });

  it('rotates single-use refresh tokens', async () => {
    const sandbox = await openSandbox();
    const first = await signInForTokens(sandbox, 'cal@sandbox.test');
    const refresh = (token: string) => redeem(sandbox, { grant_type: 'refresh_token', refresh_token: token });

    const second = await refresh(toText(first.body['refresh_token']));
    const again = await refresh(toText(first.body['refresh_token']));

    await expect(verify(sandbox, toText(second.body['access_token']))).resolves.toMatchObject({
      payload: { email: 'cal@sandbox.test' },
    });
    expect(second.body['refresh_token']).not.toBe(first.body['refresh_token']);
    expect(again.body['error']).toBe('invalid_grant');
  });

  it('ends the session at logout without confirmation, and returns to the application', async () => {
    const sandbox = await openSandbox();
    const browser = openBrowser(sandbox);
    const { body } = await signInForTokens(sandbox, 'maya@sandbox.test', browser);
    const query = new URLSearchParams({
      id_token_hint: toText(body['id_token']),
      post_logout_redirect_uri: `${appOrigin}/`,
      state: 'bye',
    });

    const page = await browser.visit(`${sandbox.environment['OIDC_ISSUER']}/logout?${query.toString()}`);
    const fields = [...page.text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    const done = await browser.visit(/action="([^"]+)"/.exec(page.text)?.[1] ?? '', {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const silent = await browser.visit(authorizeAddress(sandbox, { prompt: 'none' }).url);

    expect(done.headers.get('location')).toBe(`${appOrigin}/?state=bye`);
    expect(silent.headers.get('location')).toContain('error=login_required');
  });

  it('rejects unregistered redirect URIs', async () => {
    const sandbox = await openSandbox();

    const answer = await ask(authorizeAddress(sandbox, { redirect_uri: 'https://evil.example/login' }).url);

    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('serves userinfo only with an access token', async () => {
    const sandbox = await openSandbox();
    const { body } = await signInForTokens(sandbox, 'ines@sandbox.test');
    const address = `${sandbox.environment['OIDC_ISSUER']}/userinfo`;

    const mine = await ask(address, {
      headers: { authorization: `Bearer ${toText(body['access_token'])}`, origin: appOrigin },
    });
    const nobodys = await ask(address, { headers: { authorization: 'Bearer a.b.c' } });

    expect(mine.body).toMatchObject({ email: 'ines@sandbox.test', sub: decodeJwt(toText(body['access_token'])).sub });
    expect(mine.headers.get('access-control-allow-origin')).toBe(appOrigin);
    expect(nobodys.status).toBe(401);
  });
});

describe('provider faults', () => {
  const faulty = (sandbox: Sandbox, fault: string, params: Record<string, unknown> = {}) =>
    lever(sandbox, 'faults', { rules: [{ fault, params }] });
  const accessToken = async (sandbox: Sandbox) =>
    toText((await signInForTokens(sandbox, 'maya@sandbox.test')).body['access_token']);

  it('makes the provider unavailable', async () => {
    const sandbox = await openSandbox();
    await faulty(sandbox, 'idp-down');

    expect((await ask(`${sandbox.environment['OIDC_ISSUER']}/.well-known/openid-configuration`)).status).toBe(500);
  });

  it('issues opaque access tokens, valid only for userinfo', async () => {
    const sandbox = await openSandbox();
    await faulty(sandbox, 'idp-opaque-tokens');

    const token = await accessToken(sandbox);
    const info = await ask(`${sandbox.environment['OIDC_ISSUER']}/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    });

    expect(token.split('.')).toHaveLength(1);
    expect(info.body).toMatchObject({ email: 'maya@sandbox.test' });
  });

  it.each([
    ['idp-wrong-audience', {}],
    ['idp-wrong-algorithm', {}],
    ['idp-expired-tokens', {}],
    ['idp-clock-skew', { seconds: -1_200 }],
    ['idp-unknown-key', {}],
  ])('issues tokens that must be rejected: %s', async (fault, params) => {
    const sandbox = await openSandbox();
    await faulty(sandbox, fault, params);

    await expect(verify(sandbox, await accessToken(sandbox))).rejects.toThrow();
  });

  it('rotates the signing key with or without publishing the old key', async () => {
    const sandbox = await openSandbox();
    const old = await accessToken(sandbox);

    await faulty(sandbox, 'idp-rotated-key');
    const fresh = await accessToken(sandbox);
    await expect(verify(sandbox, old)).resolves.toBeDefined();
    await expect(verify(sandbox, fresh)).resolves.toBeDefined();
    await faulty(sandbox, 'idp-removed-key');

    expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid);
    await expect(verify(sandbox, old)).rejects.toThrow();
    await expect(verify(sandbox, fresh)).resolves.toBeDefined();
  });
});

describe('custom tokens', () => {
  const order = async (sandbox: Sandbox, overrides?: Record<string, unknown>) =>
    toText(
      (await lever(sandbox, 'tokens', { email: 'theo@sandbox.test', ...(overrides && { overrides }) })).body[
        'accessToken'
      ],
    );

  it('creates tokens as valid as browser tokens', async () => {
    const sandbox = await openSandbox();

    const { payload } = await verify(sandbox, await order(sandbox));

    expect(payload).toMatchObject({ email: 'theo@sandbox.test', name: 'Theo Okafor' });
  });

  it.each([
    ['a foreign key', { foreignKey: true }],
    ['no signature', { algorithm: 'none' }],
    ['a shared secret', { algorithm: 'HS256' }],
    ['another audience', { claims: { aud: 'urn:else' } }],
    ['no audience', { claims: { aud: null } }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['a past end', { lifetimeSeconds: -60 }],
    ['another type', { header: { typ: 'JWT' } }],
  ])('creates an invalid token: %s', async (_what, overrides) => {
    const sandbox = await openSandbox();

    await expect(verify(sandbox, await order(sandbox, overrides))).rejects.toThrow();
  });

  it('adds any requested claim to a token', async () => {
    const sandbox = await openSandbox();

    const { payload } = await verify(
      sandbox,
      await order(sandbox, {
        claims: { sub: 'somebody|new', email: 'new@example.test', 'https://tidemark.app/roles': ['system-admin'] },
      }),
    );

    expect(payload).toMatchObject({ sub: 'somebody|new', email: 'new@example.test' });
  });

  it('rejects token requests for unknown people', async () => {
    const sandbox = await openSandbox();

    expect((await lever(sandbox, 'tokens', { email: 'nobody@sandbox.test' })).status).toBe(404);
    expect((await lever(sandbox, 'tokens', { mail: 'typo' })).status).toBe(400);
  });
});
