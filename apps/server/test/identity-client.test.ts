import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerShapes } from './provider-shapes.ts';
import { startShapedProvider } from './shaped-provider.ts';
import { readOidc } from '../src/config/oidc.ts';
import type { Check } from '../src/cli/checks/check.ts';
import { checkIdentityProvider } from '../src/cli/checks/identity-provider.ts';

const appUrl = 'http://localhost:1';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appOrigins: [appUrl] });
});
afterAll(() => sandbox.close());

async function check(changes: Record<string, string> = {}, address = appUrl): Promise<Check[]> {
  const oidc = readOidc({ ...sandbox.environment, ...changes }, address);
  if (!oidc) throw new Error('The settings are not valid');
  const all: Check[] = [];
  for await (const one of checkIdentityProvider(oidc, { appUrl: address })) all.push(one);
  return all;
}
const confidential = {
  OIDC_CLIENT_ID: 'tidemark-confidential',
  OIDC_CLIENT_SECRET: 'sandbox-client-secret-of-tidemark',
};
const findFaults = (checks: Check[]) => checks.filter(({ level }) => level !== 'ok');

it('confirms a public client and its redirect URI', async () => {
  const checks = await check();

  expect(findFaults(checks)).toEqual([]);
  const details = checks.map(({ detail }) => detail);
  expect(details).toContain('It accepts OIDC_CLIENT_ID');
  expect(details).toContain('The redirect URI http://localhost:1/login is registered');
});

it('confirms a client’s secret', async () => {
  const checks = await check(confidential);

  expect(findFaults(checks)).toEqual([]);
  expect(checks.map(({ detail }) => detail)).toContain('It accepts OIDC_CLIENT_ID and OIDC_CLIENT_SECRET');
});

it.each([
  ['an unknown client', { OIDC_CLIENT_ID: 'nobody' }, 'It rejects OIDC_CLIENT_ID', 'Copy the client ID'],
  [
    'a wrong secret',
    { ...confidential, OIDC_CLIENT_SECRET: 'wrong-secret' },
    'It rejects OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    'the client secret',
  ],
  ['a resource that it does not know', { OIDC_RESOURCE: 'urn:not-known' }, 'invalid_target', 'OIDC_RESOURCE'],
])('reports %s once, with its remedy', async (_name, changes, detail, fix) => {
  const faults = findFaults(await check(changes));

  expect(faults).toEqual([
    {
      area: 'Identity provider',
      level: 'error',
      detail: expect.stringContaining(detail),
      fix: expect.stringContaining(fix),
    },
  ]);
  expect(JSON.stringify(faults)).not.toContain('wrong-secret');
});

it('reports a redirect URI that is not registered, and the address to register', async () => {
  const faults = findFaults(await check({}, 'https://tidemark.example.com'));

  expect(faults).toMatchObject([
    {
      level: 'error',
      detail: expect.stringContaining('unknown redirect URI'),
      fix: expect.stringContaining('https://tidemark.example.com/login'),
    },
  ]);
});

it('reports an issuer with a wrong path, and one that differs by a slash', async () => {
  const issuer = sandbox.environment['OIDC_ISSUER'] ?? '';

  expect(await check({ OIDC_ISSUER: `${issuer}/wrong` })).toMatchObject([
    { level: 'error', detail: expect.stringContaining('404'), fix: expect.stringContaining('correct OIDC_ISSUER') },
  ]);
  expect(findFaults(await check({ OIDC_ISSUER: `${issuer}/` }))).toMatchObject([{ fix: `Set OIDC_ISSUER=${issuer}` }]);
});

it('says what a provider’s answers do not tell', async () => {
  // Shows the same page to every client, and looks at the code before the client.
  const page = createServer((_request, response) => response.end('Sign in'));
  await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
  const { port } = page.address() as AddressInfo; // a TCP server has one
  const shape = { ...providerShapes.pocketId, metadata: { authorization_endpoint: `http://localhost:${port}/` } };
  const provider = await startShapedProvider(shape, { id: '1', name: 'Anna', email: 'anna@example.com' });

  const faults = findFaults(await check({ OIDC_ISSUER: provider.issuer }));
  await provider.close();
  page.close();

  expect(faults.map(({ level }) => level)).toEqual(['warning', 'warning']);
  expect(faults[0]?.detail).toContain('OIDC_CLIENT_ID could not be checked');
  expect(faults[1]?.detail).toContain('The redirect URI could not be checked');
});

it('reports a clock that is ahead', async () => {
  const behind = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 900_000).toUTCString()).end('{}');
  });
  await new Promise<void>((done) => behind.listen(0, '127.0.0.1', done));
  const { port } = behind.address() as AddressInfo; // a TCP server has one

  const [clock] = await check({ OIDC_ISSUER: `http://localhost:${port}` });
  behind.close();

  expect(clock).toMatchObject({ area: 'Clock', level: 'error', fix: expect.stringContaining('timedatectl') });
  expect(clock?.detail).toMatch(/90\d s ahead of the provider’s: sign-ins fail/);
});
