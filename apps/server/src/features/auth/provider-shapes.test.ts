import { afterEach, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../test/http-browser.ts';
import { providerShapes } from '../../../test/provider-shapes.ts';
import { startShapedProvider } from '../../../test/shaped-provider.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { createTestClient } from '../../../test/test-client.ts';

const anna = { id: '00u1f7ab', name: 'Anna Lindqvist', email: 'anna@corp.example' };
let closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers = [];
});

async function start(shape: keyof typeof providerShapes, environment: Record<string, string> = {}) {
  const provider = await startShapedProvider(providerShapes[shape], anna);
  closers.push(provider.close);
  const app = await startTestApp({
    work: false,
    environment: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'tidemark',
      OIDC_AUDIENCE: 'tidemark-api',
      ...environment,
    },
  });
  closers.push(app.close);
  return { app, browser: openHttpBrowser(app) };
}

const byUserinfo = { OIDC_ACCESS_TOKENS: 'userinfo' };
it.each([
  ['keycloak', {}],
  ['auth0', {}],
  ['google', byUserinfo],
  ['okta', {}],
  ['oktaOrganisation', byUserinfo],
  ['entra', { OIDC_TRUST_EMAIL: 'on' }],
  ['entraWithOwnApi', { OIDC_TRUST_EMAIL: 'on' }],
  ['zitadel', {}],
  ['authentik', { OIDC_AUDIENCE: 'tidemark' }],
  ['pocketId', { OIDC_AUDIENCE: 'tidemark' }],
  ['cognito', byUserinfo],
] as const)('signs in users from %s with name and address, twice as the same user', async (shape, environment) => {
  const { app, browser } = await start(shape, environment);

  await browser.walk(`${app.url}/api/v1/session/sign-in`);
  const first = await createTestClient(app.url, await browser.getToken()).load();
  await browser.call('/session/end', {});
  await browser.walk(`${app.url}/api/v1/session/sign-in`);
  const second = await createTestClient(app.url, await browser.getToken()).load();

  expect(first.user).toMatchObject({ name: anna.name, email: anna.email });
  expect(second.user._id).toBe(first.user._id);
});

it('does not treat a username as an address unless configured', async () => {
  const { app, browser } = await start('entra');

  await browser.walk(`${app.url}/api/v1/session/sign-in`);

  const { user } = await createTestClient(app.url, await browser.getToken()).load();
  expect(user).toMatchObject({ name: anna.name, email: '' });
});

it.each([
  ['cognito', 'aud is null'],
  ['entraV1', 'iss is "https://sts.windows.net/tenant/"'],
  ['entraGraph', 'aud "00000003-0000-0000-c000-000000000000"'],
  ['entraCommon', 'The identity provider is not responding'],
] as const)('explains why users from %s cannot sign in', async (shape, reason) => {
  const { app, browser } = await start(shape);

  await browser.walk(`${app.url}/api/v1/session/sign-in`);

  expect(browser.readFailure()).toContain(reason);
});
