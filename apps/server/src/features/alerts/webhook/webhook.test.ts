import {
  getAlertWebhook,
  removeAlertWebhook,
  rotateWebhookSecret,
  saveAlertSettings,
  saveAlertWebhook,
  testAlertWebhook,
  webhookSignatureHeader,
} from '@tidemark/contract';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClock } from '../../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../test/test-client.ts';
import { until } from '../../../../test/until.ts';

const email = 'maya@sandbox.test';
const time = createTestClock(new Date('2026-11-21T18:00:00Z'));
interface Received {
  body: string;
  signature: string;
}
const received: Received[] = [];
let answer = 200;
let server: Server;
let url: string;
let app: TestApp;
let maya: TestClient;

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      received.push({ body, signature: String(incoming.headers[webhookSignatureHeader]) });
      reply.writeHead(answer).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`; // a TCP server
  app = await startTestApp({ clock: time.clock, pollIntervalSeconds: 0.1, sandboxOptions: { clock: time.right } });
  maya = await app.as(email);
});
afterAll(async () => {
  await app.close();
  server.close();
});

const deliveries = async () => (await maya.call(getAlertWebhook, {})).deliveries;
const posted = async () => (await deliveries()).filter(({ kind }) => kind === 'alerts');
const webhook = async () => (await maya.call(getAlertWebhook, {})).webhook;
function sign(body: string, signature: string, secret: string): string {
  const seconds = /^t=(\d+),/.exec(signature)?.[1];
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
async function test(state: string) {
  const { deliveryId } = await maya.call(testAlertWebhook, {});
  return until(
    async () => (await deliveries()).find(({ id }) => id === deliveryId) ?? null,
    (one) => one?.state === state,
  );
}
/** Raises an alert about a login that ends. */
async function raiseAlert(days: number) {
  await sql`insert into meta_connection (user_id, meta_user_id, token_encrypted, scopes, data_access_expires_at)
    select user_id, 'm1', 'none', '{}', ${new Date(time.now().getTime() + days * 86_400_000)} from app_user
      where email = ${email}
    on conflict (user_id) do update set data_access_expires_at = excluded.data_access_expires_at`.execute(app.db);
  await maya.call(saveAlertSettings, { body: { all: { app: ['login_ending'], mail: [] }, exceptions: [] } });
}

it('signs requests with a secret that is returned once', async () => {
  const { secret } = await maya.call(saveAlertWebhook, { body: { url } });
  await test('delivered');

  const [message] = received.splice(0);
  expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'test', alerts: [] });
  expect(message?.signature).toBe(sign(message?.body ?? '', message?.signature ?? '', secret));
  expect(Number(/^t=(\d+)/.exec(message?.signature ?? '')?.[1])).toBe(Math.floor(time.now().getTime() / 1000));
  expect(JSON.stringify(await maya.call(getAlertWebhook, {}))).not.toContain('whsec_');
  const { rows } = await sql<{ row: string }>`select alert_webhook::text as row from alert_webhook`.execute(app.db);
  expect(rows[0]?.row).not.toContain(secret);
});

it('signs only with the new secret after a replacement', async () => {
  const { secret } = await maya.call(rotateWebhookSecret, {});
  await test('delivered');

  const [message] = received.splice(0);
  expect(message?.signature).toBe(sign(message?.body ?? '', message?.signature ?? '', secret));
});

it('rejects addresses that are not web URLs', async () => {
  for (const bad of ['ftp://hooks.example/', 'https://user:word@hooks.example/', 'file:///etc/passwd'])
    await expect(maya.call(saveAlertWebhook, { body: { url: bad } })).rejects.toMatchObject({
      code: 'webhook_url_not_allowed',
    });
});

it('posts to private addresses only beside the sandbox', async () => {
  const real = await startTestApp({ work: false, sandboxed: false });
  const someone = await real.as(email);

  for (const inside of [url, 'http://hooks.example/', 'https://169.254.169.254/latest/meta-data'])
    await expect(someone.call(saveAlertWebhook, { body: { url: inside } })).rejects.toMatchObject({
      code: 'webhook_url_not_allowed',
    });
  await real.close();
});

it('posts an alert once, and retries with growing pauses until it is accepted', async () => {
  answer = 503;
  await raiseAlert(13);
  await until(posted, ([first]) => first?.status === 503);
  expect((await posted())[0]).toMatchObject({ state: 'queued', attempts: 1, problem: 'Responded with 503' });

  answer = 200;
  time.moveTo(new Date(time.now().getTime() + 2 * 60_000));
  await until(posted, ([first]) => first?.state === 'delivered');

  const bodies = received.splice(0).map(({ body }) => JSON.parse(body) as { id: string; alerts: object[] });
  expect(bodies).toHaveLength(2);
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect(bodies[0]?.alerts).toMatchObject([{ kind: 'login_ending', step: 'Reconnect', url: `${app.url}/profile` }]);
});

it('is disabled with a reason after a day of failures, until it is saved again', async () => {
  answer = 302;
  await raiseAlert(6);
  for (let attempts = 1; (await webhook())?.disabledReason === null; attempts += 1) {
    await until(
      () => app.db.selectFrom('alert_delivery').select(['state', 'next_attempt_at']).execute(),
      (rows) => rows.every((row) => row.state !== 'queued' || row.next_attempt_at > time.now()),
    );
    time.moveTo(new Date(time.now().getTime() + 8 * 3_600_000));
    maya = await app.as(email);
    expect(attempts).toBeLessThan(20);
  }

  expect((await webhook())?.disabledReason).toContain('Responded with 302; redirects are not followed');
  expect((await deliveries()).filter(({ state }) => state === 'queued')).toEqual([]);
  await maya.call(saveAlertWebhook, { body: { url } });
  expect((await webhook())?.disabledReason).toBeNull();
});

it('belongs to its user, and leaves nothing behind when removed', async () => {
  const cal = await app.as('cal@sandbox.test');
  await expect(cal.call(rotateWebhookSecret, {})).rejects.toMatchObject({ code: 'not_found' });
  expect(await cal.call(getAlertWebhook, {})).toEqual({ webhook: null, deliveries: [] });

  await maya.call(removeAlertWebhook, {});

  expect(await maya.call(getAlertWebhook, {})).toEqual({ webhook: null, deliveries: [] });
});
