import { getHealth, getReady, checkFeatures, loadUser } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false })));
afterAll(() => app.close());

async function tokenWith(overrides: Record<string, unknown>): Promise<string> {
  const { accessToken } = await app.control<{ accessToken: string }>('tokens', {
    method: 'POST',
    body: JSON.stringify({ email: 'theo@sandbox.test', overrides }),
  });
  return accessToken;
}

async function statusWith(authorization: string | string[]): Promise<number> {
  const headers = new Headers();
  for (const value of [authorization].flat()) headers.append('authorization', value);
  const answer = await fetch(`${app.url}/api/v1/user/load`, { method: 'POST', headers });
  await answer.body?.cancel();
  return answer.status;
}

describe('first sign-in', () => {
  it('creates a user on the free plan for a verified identity and finds the user again', async () => {
    const client = await app.as('fiona@sandbox.test');

    const first = await client.load();
    const again = await client.load();

    expect(first.user).toMatchObject({
      name: 'Free Fiona Marsh',
      email: 'fiona@sandbox.test',
      role: 'user',
      subscription: { status: 'free' },
      accountLimits: { unlimited: false, total: 0 },
    });
    expect(first.accountRefs).toEqual([]);
    expect(first.product.name).toBe('Free');
    expect(again.user._id).toBe(first.user._id);
  });

  it('creates one user for ten concurrent first requests', async () => {
    const client = await app.as('cal@sandbox.test');

    const loads = await Promise.all(Array.from({ length: 10 }, () => client.load()));

    expect(new Set(loads.map(({ user }) => user._id)).size).toBe(1);
  });

  it('creates an operator only if the configured claim has the role', async () => {
    const operator = await (await app.as('olu@sandbox.test')).load();
    const pretender = await createTestClient(
      app.url,
      await tokenWith({ claims: { sub: 'pretender', roles: ['system-admin'], role: 'system-admin' } }),
    ).load();

    expect(operator.user.role).toBe('system-admin');
    expect(pretender.user.role).toBe('user');
  });

  it('ignores other user IDs in the request body', async () => {
    const client = await app.as('theo@sandbox.test');
    const answer = await fetch(`${app.url}/api/v1/user/load`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'somebody' }),
    });

    expect(answer.status).toBe(400);
  });
});

describe('access tokens', () => {
  it('accepts a token as issued by the provider', async () => {
    expect(await statusWith(`Bearer ${await tokenWith({})}`)).toBe(200);
  });

  it.each([
    ['of another audience', { claims: { aud: 'urn:other' } }],
    ['of several audiences without us', { claims: { aud: ['urn:other', 'urn:third'] } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that ran out', { lifetimeSeconds: -120 }],
    ['from the future', { claims: { iat: Math.floor(Date.now() / 1000) + 86_400 } }],
    ['that is not valid yet', { claims: { nbf: Math.floor(Date.now() / 1000) + 120 } }],
    ['without a subject', { claims: { sub: null } }],
    ['of a foreign key', { foreignKey: true }],
  ])('rejects a token that is one %s', async (_, overrides) => {
    expect(await statusWith(`Bearer ${await tokenWith(overrides)}`)).toBe(401);
  });

  it('accepts a token for several audiences if ours is included', async () => {
    expect(await statusWith(`Bearer ${await tokenWith({ claims: { aud: ['urn:other', 'urn:tidemark:api'] } })}`)).toBe(
      200,
    );
  });

  it('rejects unsigned tokens and requires exactly one bearer header', async () => {
    const good = await tokenWith({});
    const [, payload = ''] = good.split('.');
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;

    expect(await statusWith(`Bearer ${unsigned}`)).toBe(401);
    expect(await statusWith(`Basic ${good}`)).toBe(401);
    expect(await statusWith(good)).toBe(401);
    expect(await statusWith([`Bearer ${good}`, `Bearer ${good}`])).toBe(401);
    const inQuery = await fetch(`${app.url}/api/v1/account/list?access_token=${good}`);
    expect(inQuery.status).toBe(401);
  });

  it('rejects ID tokens', async () => {
    const { idToken } = await app.control<{ idToken: string }>('tokens', {
      method: 'POST',
      body: JSON.stringify({ email: 'theo@sandbox.test' }),
    });

    expect(await statusWith(`Bearer ${idToken}`)).toBe(401);
  });
});

it('returns a user’s features and rejects unknown ones', async () => {
  const pro = await app.withPlan('maya@sandbox.test', 'pro');

  expect(await pro.call(checkFeatures, { query: { features: 'roadmapAccess.view,roadmapAccess.add,system' } })).toEqual(
    {
      'roadmapAccess.view': true,
      'roadmapAccess.add': true,
      system: false,
    },
  );
  await expect(pro.call(checkFeatures, { query: { features: 'everything' } })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
  });
});

it('reports health, readiness and the use of the sandbox', async () => {
  const nobody = createTestClient(app.url, 'none');

  expect(await nobody.call(getHealth, {})).toEqual({ status: 'ok' });
  expect(await nobody.call(getReady, {})).toMatchObject({
    status: 'ready',
    sandbox: true,
    checks: { database: 'ok', migrations: 'ok', identityProvider: 'ok' },
  });
  await expect(nobody.call(loadUser, { body: {} })).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
});
