import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listRoadmap, requestFeature } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { githubTruth } from '../../../test/github.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  const keyFile = path.join(await mkdtemp(path.join(os.tmpdir(), 'github-app-')), 'key.pem');
  await writeFile(keyFile, privateKey, { mode: 0o600 });
  app = await startTestApp({
    work: false,
    environment: { GITHUB_TOKEN: '', GITHUB_APP_ID: '917352', GITHUB_APP_PRIVATE_KEY_FILE: keyFile },
  });
  await setKey();
  client = await app.withPlan('maya@sandbox.test', 'pro');
});
afterAll(() => app.close());

const setKey = () => app.control('github/app', { method: 'PUT', body: JSON.stringify({ publicKey }) });
const ask = (title: string) => client.call(requestFeature, { body: { title, description: 'Because it helps.' } });

it('reads the roadmap and publishes requests with a GitHub App and its private key', async () => {
  const { features } = await client.call(listRoadmap, {});
  const { issue } = await ask('Signed by an app');

  expect(features.length).toBeGreaterThan(3);
  expect((await githubTruth(app)).issues.find(({ number }) => number === issue.number)?.title).toBe('Signed by an app');
});

it('keeps a request while the app is uninstalled, and works again once it is back', async () => {
  await app.control('github/app', { method: 'DELETE' });

  const { issue: waiting } = await ask('Uninstalled');
  await setKey();
  const { issue: published } = await ask('Installed again');

  expect(waiting.number).toBeNull();
  expect(published.number).toEqual(expect.any(Number));
});
