import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../../test/http-browser.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';

const maya = 'maya@sandbox.test';
const minute = 60_000;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

async function startWithKey(own: KeyObject, registered: KeyObject, environment: Record<string, string> = {}) {
  const file = path.join(folder, 'client.pem');
  await writeFile(file, own.export({ type: 'pkcs8', format: 'pem' }));
  const time = { offset: 0 };
  const app = await startTestApp({
    work: false,
    clock: () => new Date(Date.now() + time.offset),
    sandboxOptions: {
      clock: undefined,
      // A JWK of node:crypto has the members that jose requires.
      clientKey: { ...(registered.export({ format: 'jwk' }) as { kty: string }), kid: 'first' },
    },
    environment: { OIDC_CLIENT_ID: 'tidemark-key', OIDC_CLIENT_KEY_FILE: file, ...environment },
  });
  return { app, time, browser: openHttpBrowser(app) };
}

it.each([
  ['an RSA key', rsa, {}],
  ['a P-256 key that has an ID', p256, { OIDC_CLIENT_KEY_ID: 'first', OIDC_CLIENT_KEY_AUDIENCE: 'token_endpoint' }],
])('signs in and renews without a secret as a client with %s', async (_, generate, environment) => {
  const { publicKey, privateKey } = generate();
  const { app, time, browser } = await startWithKey(privateKey, publicKey, environment);

  await browser.signIn(maya);
  const token = await browser.getToken();
  time.offset = 14 * minute;
  const renewed = await browser.getToken();

  expect(renewed).not.toBe(token);
  await app.close();
});

it("explains which settings to compare if the provider does not know the client's key", async () => {
  const { app, browser } = await startWithKey(p256().privateKey, p256().publicKey);

  await browser.signIn(maya);

  const failure = [...browser.jar].find(([name]) => name.includes('sign_in_failure'))?.[1] ?? '';
  expect(decodeURIComponent(failure)).toContain('OIDC_CLIENT_KEY_FILE');
  await app.close();
});
