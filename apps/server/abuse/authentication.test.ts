import { createHmac } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { environment, lever, newcomer, orderTokens, getToken, type TokenOrder } from './people.ts';

const soon = Math.floor(Date.now() / 1000);
const load = (token: string) => ask({ token, ask: 'POST /user/load', json: {} });
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '', OIDC_CLIENT_ID: clientId = '' } = await environment();

interface TokenCase {
  id: number;
  what: string;
  order: TokenOrder;
  status: number;
}

const tokens: TokenCase[] = [
  { id: 2, what: 'no signature', order: { algorithm: 'none' }, status: 401 },
  {
    id: 2,
    what: 'no signature, its name in capitals',
    order: { algorithm: 'none', header: { alg: 'None' } },
    status: 401,
  },
  { id: 3, what: 'a shared secret made of the public key', order: { algorithm: 'HS256' }, status: 401 },
  { id: 4, what: 'no audience', order: { claims: { aud: null } }, status: 401 },
  { id: 4, what: 'another audience', order: { claims: { aud: 'urn:other' } }, status: 401 },
  { id: 4, what: 'audiences without us', order: { claims: { aud: ['urn:other', 'urn:third'] } }, status: 401 },
  { id: 4, what: 'audiences with us', order: { claims: { aud: ['urn:other', audience] } }, status: 200 },
  { id: 5, what: 'no issuer', order: { claims: { iss: null } }, status: 401 },
  { id: 5, what: 'another issuer', order: { claims: { iss: 'https://evil.example' } }, status: 401 },
  { id: 5, what: 'the issuer with a slash more', order: { claims: { iss: `${issuer}/` } }, status: 401 },
  { id: 5, what: 'two issuers', order: { claims: { iss: [issuer, 'https://evil.example'] } }, status: 401 },
  { id: 6, what: 'an end an hour ago', order: { lifetimeSeconds: -3600 }, status: 401 },
  { id: 6, what: 'a beginning in two minutes', order: { claims: { nbf: soon + 120 } }, status: 401 },
  { id: 6, what: 'no end', order: { claims: { exp: null } }, status: 401 },
  { id: 6, what: 'an end in words', order: { claims: { exp: String(soon + 900) } }, status: 401 },
  { id: 6, what: 'a making tomorrow', order: { claims: { iat: soon + 86_400 } }, status: 401 },
  { id: 6, what: 'no making', order: { claims: { iat: null } }, status: 401 },
  { id: 6, what: 'no subject', order: { claims: { sub: null } }, status: 401 },
  { id: 8, what: 'a key of somebody else', order: { foreignKey: true }, status: 401 },
  {
    id: 8,
    what: 'a key that it brings along',
    order: { foreignKey: true, header: { jwk: { kty: 'oct', k: 'AA' } } },
    status: 401,
  },
  {
    id: 8,
    what: 'a key at an address of its own',
    order: { foreignKey: true, header: { jku: 'http://127.0.0.1:1/' } },
    status: 401,
  },
  { id: 9, what: 'a path for a key', order: { header: { kid: '../../x' } }, status: 401 },
  { id: 9, what: 'SQL for a key', order: { header: { kid: "' OR 1=1" } }, status: 401 },
  { id: 9, what: 'the prototype for a key', order: { header: { kid: '__proto__' } }, status: 401 },
  { id: 9, what: 'ten kilobytes for a key', order: { header: { kid: 'k'.repeat(7_000) } }, status: 401 },
];

describe('a token with', () => {
  it.each(tokens)('$id: $what returns $status', async ({ order, status }) => {
    const { accessToken } = await orderTokens('theo', order);

    const answer = await load(accessToken);

    expect(answer.status, answer.text).toBe(status);
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it.each([
    { seconds: 50, status: 200 },
    { seconds: 65, status: 401 },
  ])('18: a token that expired $seconds seconds ago returns $status', async ({ seconds, status }) => {
    const { accessToken } = await orderTokens('theo', { claims: { exp: Math.floor(Date.now() / 1000) - seconds } });

    expect((await load(accessToken)).status).toBe(status);
  });
});

describe('an access token', () => {
  it('7: is not replaced by an ID token', async () => {
    expect((await load((await orderTokens('theo')).idToken)).status).toBe(401);
  });

  it('2: is rejected when signed with the client ID', async () => {
    const text = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode({ iss: issuer, aud: audience, sub: 'x', iat: soon, exp: soon + 900 })}`;

    expect((await load(`${text}.${createHmac('sha256', clientId).update(text).digest('base64url')}`)).status).toBe(401);
  });

  it('14: is accepted only once, as a bearer token in the authorization header', async () => {
    const token = await getToken('theo');
    const refused = [
      ask({ ask: `GET /account/list?access_token=${token}` }),
      ask({ ask: 'GET /account/list', headers: { cookie: `access_token=${token}; token=${token}` } }),
      ask({ ask: 'GET /account/list', headers: { authorization: `Basic ${token}` } }),
      ask({ ask: 'GET /account/list', headers: { authorization: token } }),
      ask({ ask: 'GET /account/list', headers: { authorization: `Bearer ${token}, Bearer ${token}` } }),
      ask({ ask: 'POST /user/load', json: { access_token: token } }),
    ];

    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 401));
  });

  it('15: grants the operator role only by the configured claim', async () => {
    const claims = {
      sub: 'pretender',
      roles: ['system-admin'],
      role: 'system-admin',
      'https://evil.example/roles': ['system-admin'],
    };
    const { accessToken } = await orderTokens('fiona', { claims });

    expect((await ask({ token: accessToken, ask: 'GET /admin/users' })).status).toBe(403);
  });

  it('16: with a known email but another subject belongs to another user', async () => {
    const Loaded = z.object({ user: z.object({ _id: z.string() }) });
    const { accessToken } = await orderTokens('maya', { claims: { sub: 'not-maya' } });

    const [maya, other] = await Promise.all([load(await getToken('maya')), load(accessToken)]);

    expect(Loaded.parse(other.json).user._id).not.toBe(Loaded.parse(maya.json).user._id);
  });

  it('17: is rejected immediately while its user is disabled, and accepted again later', async () => {
    const token = await newcomer('soon-disabled');
    const { user } = z.object({ user: z.object({ _id: z.string() }) }).parse((await load(token)).json);
    const setDisabled = (disabled: boolean) =>
      ask({ as: 'olu', ask: `PUT /admin/users/${user._id}/disabled`, json: { disabled } });

    await setDisabled(true);
    const refused = await Promise.all([load(token), ask({ token, ask: 'GET /account/list' })]);
    await setDisabled(false);

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect((await load(token)).status).toBe(200);
  });

  it('32: of a demoted operator no longer opens operator calls', async () => {
    const token = await newcomer('soon-demoted', 'system-admin');
    const { user } = z.object({ user: z.object({ _id: z.string() }) }).parse((await load(token)).json);
    expect((await ask({ token, ask: 'GET /admin/fleet' })).status).toBe(200);

    await ask({ as: 'olu', ask: `PUT /admin/users/${user._id}/role`, json: { role: 'user' } });

    expect((await ask({ token, ask: 'GET /admin/fleet' })).status).toBe(403);
  });
});

describe('the provider’s keys', () => {
  const Rules = z.object({ rules: z.array(z.object({ struck: z.number() })) });
  const strike = (...rules: { fault: string; match?: { path: string } }[]) => lever('POST', 'faults', { rules });

  it('10, 11: remain valid while the provider is unavailable, and a thousand unknown keys cause no requests to it', async () => {
    const token = await getToken('theo');
    const [, payload = ''] = token.split('.');
    const unknown = () => `${encode({ alg: 'RS256', typ: 'at+jwt', kid: crypto.randomUUID() })}.${payload}.AAAA`;
    await strike({ fault: 'idp-down', match: { path: '/oidc/' } });

    for (let round = 0; round < 40; round += 1) {
      const answers = await Promise.all(Array.from({ length: 25 }, () => load(unknown())));
      expect(answers.every(({ status }) => status === 401)).toBe(true);
      expect((await load(token)).status).toBe(200);
    }
    const requests = Rules.parse(await lever('GET', 'faults')).rules.reduce((sum, { struck }) => sum + struck, 0);
    await lever('DELETE', 'faults');

    expect(requests).toBeLessThanOrEqual(2);
    expect((await fetch(`${inject('program').api}/ready`)).status).toBe(200);
  });
});
