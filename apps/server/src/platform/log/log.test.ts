import { createLiveToken, refreshAccount, openPaymentPortal } from '@tidemark/contract';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { startSynced } from '../../../test/world.ts';
import { connectDatabase } from '../../database/database.ts';
import { pauseWork } from '../work/queries.ts';
import { createLog } from './log.ts';

type Line = Record<string, unknown>;

const theo = 'theo@sandbox.test';
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
  // Only requests start syncs, so that each can be traced.
  database = await createTestDatabase();
  const db = connectDatabase(database.address);
  await pauseWork(db, 'sync', new Date());
  await db.destroy();
  const log = createLog({ level: 'trace', file: path.join(folder, 'log') });
  app = await startTestApp({ log, address: database.address });
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const readLog = () => readFile(path.join(folder, 'log'), 'utf8');

async function readLines(isOne: (line: Line) => boolean): Promise<Line[]> {
  const lines = (await readLog()).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line).filter(isOne); // our own log: one object per line
}

it('contains no token, secret or user ID, even at level trace', async () => {
  const { client, account } = await startSynced(app, theo, { plan: 'starter' });
  const { user } = await client.load();
  const { token: liveToken } = await client.call(createLiveToken, { params: { userId: user._id } });
  const stop = new AbortController();
  await fetch(`${app.url}/api/v1/sse/user/${liveToken}`, { signal: stop.signal });
  const stray = `${client.token.slice(0, -3)}abc`;
  const asking = [
    [`/api/v1/sse/user/${liveToken}x`, {}],
    ['/api/v1/account/list', { headers: { authorization: `Bearer ${stray}` } }],
    [`/api/v1/account/list?access_token=${client.token}`, {}],
    ['/api/v1/user/load', { method: 'POST', headers: { authorization: `Bearer ${client.token}` }, body: client.token }],
    ['/api/v1/webhooks/stripe', { method: 'POST', headers: { 'stripe-signature': 'v1=nonsense' }, body: '{}' }],
  ] as const;
  for (const [address, init] of asking) await fetch(`${app.url}${address}`, init);
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules: [{ fault: 'token' }] }) });
  await app.db.updateTable('sync_state').set({ last_sync_at: null, requested_at: null }).execute();
  await client.call(refreshAccount, { params: { id: account.id } });
  await expect.poll(() => readLines(({ kind }) => kind === 'auth'), { timeout: 15_000 }).not.toEqual([]);
  await app.control('faults', { method: 'DELETE' });
  await client.call(openPaymentPortal, { query: { returnUrl: '/profile' } }).catch(() => undefined);
  stop.abort();
  await expect.poll(() => readLines(({ route }) => route === '/api/v1/subscription/portal')).not.toEqual([]);

  const log = await readLog();

  const secrets = Object.entries(app.sandbox.environment).filter(([name]) => /SECRET|_TOKEN|_KEY/.test(name));
  expect(secrets.length).toBeGreaterThan(1);
  for (const [name, secret] of secrets) expect(log.includes(String(secret)), name).toBe(false);
  for (const [what, reported] of Object.entries({ access: client.token, stray, live: liveToken, user: user._id }))
    expect(log.includes(reported), what).toBe(false);
  expect(log).not.toMatch(/EAAG|AQB\w+ZD|appsecret_proof=(?!\[)|sk_test|whsec_|ghp_|@sandbox\.test/);
  expect(log).toContain('/api/v1/sse/user/:token');
});

it('traces a request to the worker and to Meta', async () => {
  const { client, account } = await startSynced(app, theo, { plan: 'starter' });
  await app.db.updateTable('sync_state').set({ last_sync_at: null, requested_at: null }).execute();

  const answer = await fetch(`${app.url}/api/v1${refreshAccount.path.replace(':id', account.id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}` },
  });

  const requestId = answer.headers.get('x-request-id');
  await expect
    .poll(async () => (await readLines(({ reqId }) => reqId === requestId)).map(({ msg }) => msg), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['request', 'Graph API request', 'Account synced']));
});

it('logs the client’s request ID next to the generated one', async () => {
  const clientRequestId = randomUUID();

  const answer = await fetch(`${app.url}/api/v1/health`, { headers: { 'x-request-id': clientRequestId } });

  const requestId = answer.headers.get('x-request-id');
  expect(requestId).not.toBe(clientRequestId);
  await expect
    .poll(async () => readLines((line) => line['clientRequestId'] === clientRequestId))
    .toMatchObject([{ reqId: requestId, msg: 'request' }]);
});

it('gives each user a distinct pseudonym', async () => {
  const maya = await app.as('maya@sandbox.test');
  const olu = await app.as('olu@sandbox.test');
  for (const client of [maya, maya, olu]) await client.load();

  await expect
    .poll(async () => (await readLines(({ route }) => route === '/api/v1/user/load')).slice(-3).map(({ user }) => user))
    .toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), expect.any(String), expect.any(String)]);

  const [one, again, other] = (await readLines(({ route }) => route === '/api/v1/user/load')).slice(-3);
  expect(one?.['user']).toBe(again?.['user']);
  expect(one?.['user']).not.toBe(other?.['user']);
});

it('writes one line, whatever is logged', async () => {
  const before = (await readLines(() => true)).length;

  await fetch(`${app.url}/api/v1/health`, { headers: { 'user-agent': '\\n{"level":60}', 'x-request-id': 'short' } });

  await expect.poll(async () => (await readLines(() => true)).length).toBeGreaterThan(before);
  expect(await readLines(({ level }) => level === 60)).toEqual([]);
});
