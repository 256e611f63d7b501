import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as contract from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
beforeAll(async () => (app = await startTestApp({ work: false, environment: { RATE_LIMITS: '' } })));
afterAll(() => app.close());

const endpoints: contract.Endpoint[] = Object.values<unknown>(contract).filter(isEndpoint);

function isEndpoint(value: unknown): value is contract.Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

async function ask(endpoint: contract.Endpoint, headers: Record<string, string> = {}) {
  const path = endpoint.path.replaceAll(/:\w+/g, 'x');
  return fetch(`${app.url}/api/v1${path}`, { method: endpoint.method, headers, redirect: 'manual' });
}

it('has a route for every call of the contract', async () => {
  expect(endpoints.length).toBeGreaterThan(25);
  for (const endpoint of endpoints) {
    const answer = await ask(endpoint);
    const body = await answer.text();
    expect(body.includes('"not_found"'), `${endpoint.method} ${endpoint.path}`).toBe(false);
  }
});

/** Contain what users wrote, public data of others, sentences about other calls' numbers, or no numbers. */
const withoutEvidence = [
  '/account/list',
  '/account/list/instagram_account/active',
  '/batch',
  '/mcp',
  '/media/count',
  '/metrics/account/attention',
  '/metrics/account/usual-changes',
  '/metrics/annotations',
  '/metrics/export',
  '/metrics/labels/compare',
  '/metrics/peers',
];

it('names for each call with numbers the call that says where they come from', () => {
  const readable = endpoints.filter(({ scope, path }) => scope && !path.includes('/evidence/'));

  expect(
    readable
      .filter(({ evidence }) => !evidence)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(withoutEvidence);
  const calls = endpoints.filter(({ path }) => path.includes('/evidence/')).map(({ path }) => path);
  for (const { evidence = '', path } of endpoints.filter((one) => one.evidence))
    expect(calls, path).toContain(evidence.replace(/[^/]+$/, ':metric'));
});

it('rejects calls without a token, except where the contract allows them', async () => {
  for (const endpoint of endpoints) {
    const answer = await ask(endpoint);
    const isOpen = ['public', 'live-token', 'session'].includes(endpoint.access);
    if (!isOpen) {
      expect(answer.status, `${endpoint.method} ${endpoint.path}`).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer( resource_metadata=|$)/);
    }
    await answer.body?.cancel();
  }
});

it('allows only operators to use operator calls', async () => {
  const { token } = await app.as('theo@sandbox.test');
  for (const endpoint of endpoints.filter(({ access }) => access === 'system-admin')) {
    const answer = await ask(endpoint, { authorization: `Bearer ${token}` });
    expect(answer.status, endpoint.path).toBe(403);
    await answer.body?.cancel();
  }
});

it("requires operators' recent sign-in for changes to users, plans or settings", () => {
  const writes = endpoints.filter(
    ({ access, method, cost }) => access === 'system-admin' && method !== 'GET' && cost !== 'heavyRead',
  );

  const others = writes.filter(({ recentSignIn }) => !recentSignIn);

  expect(others.map(({ path }) => path).toSorted()).toEqual([
    '/admin/accounts/:id/throttle',
    '/admin/backups',
    '/admin/stripe/test',
    '/admin/work/:name/pause',
    '/admin/work/:name/retry',
  ]);
});

it('lets no API key make calls that require a recent sign-in', () => {
  expect(endpoints.filter(({ recentSignIn, scope }) => recentSignIn && scope)).toEqual([]);
});

it('describes itself as OpenAPI 3.1 with every call', async () => {
  const Document = z.object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

  const document = Document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());

  expect(document.openapi).toMatch(/^3\.1/);
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    expect(Object.keys(document.paths[path] ?? {}), path).toContain(endpoint.method.toLowerCase());
  }
});

it('passes a public linter without errors, and lists the errors of every call', async () => {
  const source = await (await fetch(`${app.url}/api/v1/openapi.json`)).text();

  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });

  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect([...new Set(problems.map(({ ruleId }) => ruleId))].toSorted()).toEqual([
    // An enumeration as keys of a record.
    'no-required-schema-properties-undefined',
    // Three calls only redirect.
    'operation-2xx-response',
  ]);
});

it('documents which errors a call returns, with the schema of errors', async () => {
  const Document = z.object({
    paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
  });

  const { paths } = Document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());

  const { responses = {} } = paths['/api/v1/user/peers']?.['post'] ?? {};
  expect(Object.keys(responses)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '415',
    '421',
    '422',
    '429',
    '500',
    '503',
  ]);
  expect(responses['404']).toEqual({
    description: 'account_not_found',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  });
  expect(Object.keys(paths['/api/v1/config']?.['get']?.responses ?? {})).toEqual(['200', '421', '429', '500']);
});

it('documents rate limits in its description', async () => {
  const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

  const { paths } = Document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());

  expect(paths['/api/v1/subscription/checkout']).toMatchObject({
    post: {
      'x-cost': 'external',
      'x-rate-limits': [
        { name: 'external', per: 'user', max: 120, seconds: 60 },
        { name: 'checkout', per: 'user', max: 10, seconds: 3600 },
      ],
    },
  });
});

it('sets security headers on responses', async () => {
  const answer = await fetch(`${app.url}/api/v1/health`);

  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('server')).toBeNull();
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
});

it('names every invalid field', async () => {
  const { token } = await app.as('theo@sandbox.test');

  const answer = await fetch(`${app.url}/api/v1/user/account/link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: 17, type: 'instagram_account', accountRefId: null, role: 'system-admin' }),
  });

  expect(answer.status).toBe(400);
  const body = z
    .object({
      success: z.literal(false),
      message: z.string(),
      error: z.object({
        code: z.string(),
        details: z.object({ fields: z.array(z.object({ field: z.string() })) }),
        requestId: z.string(),
      }),
    })
    .parse(await answer.json());
  expect(body.error.code).toBe('invalid_input');
  expect(body.error.details.fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining(['body.accountId', expect.stringContaining('role')]),
  );
});

it.each([
  ['cut short', '{"accountId":', 'application/json', 400],
  ['that reaches for the prototype', '{"__proto__":{"role":"system-admin"}}', 'application/json', 400],
  ['of another type', 'accountId=1', 'text/plain', 415],
  ['over the limit', `{"code":"${'x'.repeat(300_000)}"}`, 'application/json', 413],
])('rejects a body %s', async (_, body, type, status) => {
  const { token } = await app.as('theo@sandbox.test');

  const answer = await fetch(`${app.url}/api/v1/auth/meta/authorize/business`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  });

  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ success: false, error: { requestId: expect.any(String) } });
});
