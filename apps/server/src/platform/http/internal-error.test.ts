import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createLog } from '../log/log.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
  app = await startTestApp({ work: false, log: createLog({ level: 'info', file: path.join(folder, 'log') }) });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('60: an internal error reveals no details, and is logged under the request ID of the response', async () => {
  const { token } = await app.as('maya@sandbox.test');
  const ask = () => fetch(`${app.url}/api/v1/account/list`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status).toBe(200);

  await sql`alter table account_ref rename to away`.execute(app.db);
  const answer = await ask();
  await sql`alter table away rename to account_ref`.execute(app.db);

  const text = await answer.text();
  const requestId = answer.headers.get('x-request-id') ?? '-';
  expect(answer.status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    success: false,
    message: expect.any(String),
    error: { code: 'internal_error', message: expect.any(String), requestId },
  });
  expect(text).not.toMatch(/relation|select|account_ref|node_modules|\.ts|localhost|at /i);
  await expect
    .poll(() => readFile(path.join(folder, 'log'), 'utf8'))
    .toMatch(new RegExp(`"reqId":"${requestId}".*account_ref`));
  expect((await ask()).status).toBe(200);
});
