import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { getFleet } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { startTestApp, type TestAppOptions } from '../../../test/start-test-app.ts';
import { createLog } from '../../platform/log/log.ts';

async function readReady(url: string) {
  const answer = await fetch(`${url}/api/v1/ready`);
  return { status: answer.status, body: (await answer.json()) as { reasons: Record<string, string> } };
}

/** Starts the app, and returns it with the lines that it logs. */
async function startLogging(options: TestAppOptions) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
  const file = path.join(folder, 'log');
  const app = await startTestApp({ work: false, log: createLog({ level: 'info', file }), ...options });
  return {
    ...app,
    async closeAndReadLog() {
      await app.close();
      const lines = (await readFile(file, 'utf8')).split('\n');
      await rm(folder, { recursive: true });
      return lines;
    },
  };
}

it('is degraded while an untrusted reverse proxy forwards requests, and logs it once', async () => {
  const app = await startLogging({ environment: { APP_URL: 'https://tidemark.example.com' } });
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };
  const before = await readReady(app.url);
  for (let turn = 0; turn < 3; turn += 1) await fetch(`${app.url}/api/v1/health`, forwarded);

  expect(before.body).toMatchObject({ checks: { proxy: 'ok' } });
  await expect
    .poll(() => readReady(app.url), { timeout: 5_000 })
    .toMatchObject({ status: 200, body: { checks: { proxy: 'degraded' } } });
  const lines = await app.closeAndReadLog();
  expect(lines.filter((line) => line.includes('not in TRUST_PROXY'))).toHaveLength(1);
});

it('is not degraded by a trusted reverse proxy', async () => {
  const environment = { APP_URL: 'https://tidemark.example.com', TRUST_PROXY: '127.0.0.1' };
  const app = await startTestApp({ work: false, environment });
  await fetch(`${app.url}/api/v1/health`, { headers: { 'x-forwarded-for': '203.0.113.9' } });

  expect((await readReady(app.url)).body).toMatchObject({ checks: { proxy: 'ok' } });
  await app.close();
});

it('is degraded while the data folder is not writable, and tells operators why', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tidemark-full-'));
  await mkdir(path.join(dataDir, 'disk-probe'));
  const app = await startTestApp({ work: false, environment: { DATA_DIR: dataDir } });

  await expect
    .poll(() => readReady(app.url), { timeout: 5_000 })
    .toMatchObject({ status: 200, body: { checks: { disk: 'degraded' } } });
  const { reasons } = (await readReady(app.url)).body;
  const { problems } = await (await app.as('olu@sandbox.test')).call(getFleet, {});
  await app.close();
  await rm(dataDir, { recursive: true });

  expect(reasons['disk']).toMatch(/^DATA_DIR cannot be written to.*EISDIR/);
  expect(problems).toContain(reasons['disk']);
});

it('names an issuer that differs by a slash, in the response and once in the log', async () => {
  const port = await freePort();
  const app = await startLogging({
    sandboxOptions: { port },
    environment: { OIDC_ISSUER: `http://localhost:${port}/oidc/` },
  });

  const first = await readReady(app.url);
  const problems = await app.listProblems();
  await expect.poll(async () => (await readReady(app.url)).status, { timeout: 1_000 }).toBe(503);
  const lines = await app.closeAndReadLog();

  const reason = expect.stringContaining(
    `issuer is http://localhost:${port}/oidc, expected http://localhost:${port}/oidc/`,
  );
  expect(first).toMatchObject({ status: 503, body: { checks: { identityProvider: 'failed' } } });
  expect(first.body.reasons['identityProvider']).toEqual(reason);
  expect(problems).toEqual([reason]);
  expect(lines.filter((line) => line.includes('set OIDC_ISSUER to exactly'))).toHaveLength(1);
});
