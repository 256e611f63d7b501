import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../test/http-browser.ts';
import { freePort } from '../../../test/free-port.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';
import { createLog } from '../../platform/log/log.ts';

const maya = 'maya@sandbox.test';
const secret = 'sandbox-client-secret-of-tidemark';
let folder: string;
let app: TestApp | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await rm(folder, { recursive: true });
});

async function start(environment: Record<string, string>, sandboxPort = 0): Promise<TestApp> {
  const log = createLog({ level: 'warn', file: path.join(folder, 'log') });
  app = await startTestApp({ work: false, log, environment, sandboxOptions: { port: sandboxPort } });
  return app;
}
const readLog = () => readFile(path.join(folder, 'log'), 'utf8');
const fault = (own: TestApp, name: string) =>
  own.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: name }] }) });
async function clientWith(own: TestApp, claims: Record<string, unknown>) {
  const body = JSON.stringify({ email: maya, overrides: { claims } });
  const { accessToken } = await own.control<{ accessToken: string }>('tokens', { method: 'POST', body });
  return createTestClient(own.url, accessToken);
}

const opaque: Record<string, string>[] = [
  { OIDC_ACCESS_TOKENS: 'userinfo' },
  { OIDC_ACCESS_TOKENS: 'introspection', OIDC_CLIENT_ID: 'tidemark-confidential', OIDC_CLIENT_SECRET: secret },
];
it.each(opaque)("accepts only its own sessions' opaque access tokens: $OIDC_ACCESS_TOKENS", async (environment) => {
  const own = await start(environment);
  await fault(own, 'idp-opaque-tokens');
  const browser = openHttpBrowser(own);
  await browser.signIn(maya);
  const token = await browser.getToken();

  expect(token).not.toContain('.');
  expect((await createTestClient(own.url, token).load()).user.email).toBe(maya);
  await expect(createTestClient(own.url, 'x'.repeat(token.length)).load()).rejects.toMatchObject({ status: 401 });
  await browser.call('/session/end', {});
  await expect(createTestClient(own.url, token).load()).rejects.toMatchObject({ status: 401 });
});

it('sends a resource indicator and an audience', async () => {
  const own = await start({ OIDC_RESOURCE: 'urn:tidemark:api' });

  const answer = await openHttpBrowser(own).visit(`${own.url}/api/v1/session/sign-in`);
  const { searchParams } = new URL(answer.headers.get('location') ?? '');

  expect(searchParams.get('resource')).toBe('urn:tidemark:api');
  expect(searchParams.get('audience')).toBe('urn:tidemark:api');
});

it.each([
  ['off', 'user'],
  ['on', 'system-admin'],
])('with OIDC_TRUST_EMAIL=%s, an address without email_verified creates a %s', async (setting, role) => {
  const own = await start({ OIDC_TRUST_EMAIL: setting, OPERATOR_EMAILS: 'new@example.test' });
  const claims = { sub: 'somebody|new', email: 'new@example.test', email_verified: null };

  for (let call = 0; call < 3; call += 1) expect((await (await clientWith(own, claims)).load()).user.role).toBe(role);

  const lines = (await readLog()).match(/OPERATOR_EMAILS is ignored.*does not report email_verified/g) ?? [];
  expect(lines).toHaveLength(setting === 'off' ? 1 : 0);
});

it('never trusts an address the provider marks as unverified', async () => {
  const own = await start({ OIDC_TRUST_EMAIL: 'on', OPERATOR_EMAILS: 'new@example.test' });
  const claims = { sub: 'somebody|new', email: 'new@example.test', email_verified: false };

  expect((await (await clientWith(own, claims)).load()).user.role).toBe('user');
});

it('logs each reason for rejected tokens once', async () => {
  const own = await start({});
  const soon = Math.floor(Date.now() / 1000) + 900;
  for (const claims of [{ aud: 'urn:other' }, { iss: 'https://evil.example' }, { iat: soon }, { exp: soon - 1_000 }])
    for (let call = 0; call < 3; call += 1)
      await expect((await clientWith(own, claims)).load()).rejects.toMatchObject({ status: 401 });

  const lines = (await readLog()).match(/An access token was rejected: \w+/g);

  expect(lines?.map((line) => line.split(': ')[1])).toEqual(['aud', 'iss', 'iat', 'exp']);
});

it('reports a differing issuer on the page, in the log and in readiness', async () => {
  const port = await freePort();
  const own = await start({ OIDC_ISSUER: `http://localhost:${port}/oidc/` }, port);
  const browser = openHttpBrowser(own);

  const arrived = await browser.walk(`${own.url}/api/v1/session/sign-in`);

  expect(arrived).toBe(`${own.url}/profile?signIn=failed`);
  expect(await readLog()).toContain(
    `The identity provider’s issuer is http://localhost:${port}/oidc, expected http://localhost:${port}/oidc/: set OIDC_ISSUER`,
  );
  expect((await fetch(`${own.url}/api/v1/ready`)).status).toBe(503);
});

it('names a wrong client secret on the page', async () => {
  const own = await start({ OIDC_CLIENT_ID: 'tidemark-confidential', OIDC_CLIENT_SECRET: 'guess' });
  const browser = openHttpBrowser(own);

  await browser.signIn(maya);

  const failure = [...browser.jar].find(([name]) => name.includes('sign_in_failure'))?.[1] ?? '';
  expect(decodeURIComponent(failure)).toContain('compare OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
});
