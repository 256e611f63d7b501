import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { freePort, startTestApp } from '../../../test/start-test-app.ts';
import { createLog } from '../../platform/log/log.ts';

async function readReady(url: string) {
  const answer = await fetch(`${url}/api/v1/ready`);
  return { status: answer.status, body: (await answer.json()) as { reasons: Record<string, string> } };
}

it('names an issuer that differs by a slash, in the response and once in the log', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
  const port = await freePort();
  const app = await startTestApp({
    work: false,
    sandboxOptions: { port },
    environment: { OIDC_ISSUER: `http://localhost:${port}/oidc/` },
    log: createLog({ level: 'info', file: path.join(folder, 'log') }),
  });

  const first = await readReady(app.url);
  const problems = await app.listProblems();
  await expect.poll(async () => (await readReady(app.url)).status, { timeout: 1_000 }).toBe(503);
  await app.close();
  const log = await readFile(path.join(folder, 'log'), 'utf8');
  await rm(folder, { recursive: true });

  const reason = expect.stringContaining(
    `issuer is http://localhost:${port}/oidc, expected http://localhost:${port}/oidc/`,
  );
  expect(first).toMatchObject({ status: 503, body: { checks: { identityProvider: 'failed' } } });
  expect(first.body.reasons['identityProvider']).toEqual(reason);
  expect(problems).toEqual([reason]);
  expect(log.split('\n').filter((line) => line.includes('set OIDC_ISSUER to exactly'))).toHaveLength(1);
});
