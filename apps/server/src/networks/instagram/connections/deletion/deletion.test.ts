import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getMetaConnection } from '@tidemark/contract';
import { z } from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import { connect, startSynced } from '../../../../../test/world.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

const email = 'theo@sandbox.test';
const Confirmation = z.strictObject({ url: z.url(), confirmation_code: z.string() });

/** Sends the sandbox's deletion or de-authorization request and returns the response. */
async function fire(on: TestApp, path: 'deletion' | 'deauthorize', options: object = {}) {
  const order = { callbackUrl: `${on.url}/api/v1/webhooks/meta/${path}`, kind: 'signed-request', email, ...options };
  const { answers } = await on.control<{ answers: { status: number; body: string }[] }>('webhooks/meta', {
    method: 'POST',
    body: JSON.stringify(order),
  });
  return answers;
}

const confirmed = (answers: { status: number; body: string }[]) =>
  answers.map(({ body }) => Confirmation.parse(JSON.parse(body)));

async function untilDone(url: string): Promise<string> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(200)) {
    const text = await (await fetch(url)).text();
    if (text.includes('Completed: ')) return text;
  }
  throw new Error('The deletion did not come to its end in time');
}

describe('deletion requests from Meta', () => {
  it('deletes the login and unshared data and confirms it without a sign-in', async () => {
    app = await startTestApp();
    const { client, account } = await startSynced(app, email, { plan: 'starter' });
    const { meta_user_id: metaUserId } = await app.db
      .selectFrom('meta_connection')
      .select('meta_user_id')
      .executeTakeFirstOrThrow();

    const [answer] = confirmed(await fire(app, 'deletion'));

    const text = await untilDone(answer?.url ?? '');
    expect(answer?.url).toBe(`${app.url}/api/v1/webhooks/meta/deletion/${answer?.confirmation_code}`);
    for (const secret of [metaUserId, account.id, account.username, email]) expect(text).not.toContain(secret);
    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
    expect((await client.load()).accountRefs).toEqual([]);
    for (const table of ['account', 'account_day', 'media', 'connection_account', 'sync_state'] as const)
      expect(
        await app.db.selectFrom(table).select('account_id').where('account_id', '=', account.id).execute(),
        table,
      ).toEqual([]);
    expect(await app.db.selectFrom('meta_deletion').select(['meta_user_id', 'account_ids']).execute()).toEqual([
      { meta_user_id: null, account_ids: [] },
    ]);
    const { user } = await client.load();
    expect(
      await app.db.selectFrom('audit_entry').select('target').where('action', '=', 'connection.deleted').execute(),
    ).toEqual([{ target: `user:${user._id}` }]);
  });

  it('returns the same code for the same request, and a new one after reconnecting', async () => {
    app = await startTestApp({ work: false });
    const [first, second] = confirmed(await fire(app, 'deletion', { times: 2 }));
    await app.control('clock', { method: 'POST', body: JSON.stringify({ advanceSeconds: 60 }) });
    const [later] = confirmed(await fire(app, 'deletion'));

    expect(second).toEqual(first);
    expect(later?.confirmation_code).not.toBe(first?.confirmation_code);
  });

  it('does not affect other users’ logins', async () => {
    app = await startTestApp();
    await startSynced(app, email, { plan: 'starter' });

    await fire(app, 'deletion', { email: 'maya@sandbox.test' });

    expect(await app.db.selectFrom('meta_connection').select('user_id').execute()).toHaveLength(1);
  });
});

it("deletes a person's login, but not the data, when they remove the app on Facebook", async () => {
  app = await startTestApp();
  const { client, account } = await startSynced(app, email, { plan: 'starter' });

  const answers = await fire(app, 'deauthorize', { times: 2 });

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
  expect((await client.load()).accountRefs).toMatchObject([{ accountId: account.id }]);
});

function signed(secret: string, payload: object): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
}

const toSeconds = (instant: number) => Math.floor(instant / 1000);

async function postSigned(on: TestApp, path: 'deletion' | 'deauthorize', payload: object) {
  const secret = on.sandbox.environment['META_APP_SECRET'] ?? '';
  return fetch(`${on.url}/api/v1/webhooks/meta/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signed(secret, payload) }),
  });
}

async function findMetaUserId(on: TestApp): Promise<string> {
  const row = await on.db.selectFrom('meta_connection').select('meta_user_id').executeTakeFirstOrThrow();
  return row.meta_user_id;
}

describe('signed requests with a wrong purpose or time', () => {
  it('rejects expired, future and login SDK requests', async () => {
    app = await startTestApp({ work: false });
    const client = await app.withPlan(email, 'starter');
    await connect(app, client, email);
    const payload = { algorithm: 'HMAC-SHA256', user_id: await findMetaUserId(app), issued_at: toSeconds(Date.now()) };
    const { issued_at: _, ...undated } = payload;
    const refused = [
      { ...payload, code: 'AQB' },
      { ...payload, oauth_token: 'EAA' },
      { ...payload, issued_at: toSeconds(Date.now() - 25 * 3_600_000) },
      { ...payload, issued_at: toSeconds(Date.now() + 3_600_000) },
      undated,
    ];

    for (const path of ['deletion', 'deauthorize'] as const)
      for (const one of refused) {
        const answer = await postSigned(app, path, one);
        expect(answer.status, `${path} ${JSON.stringify(one)}`).toBe(400);
        expect(await answer.json()).toMatchObject({ error: { code: 'signature_invalid' } });
      }

    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(true);
  });

  it('keeps a login connected after a replayed deauthorization', async () => {
    app = await startTestApp({ work: false });
    const client = await app.withPlan(email, 'starter');
    await connect(app, client, email);
    const payload = { algorithm: 'HMAC-SHA256', user_id: await findMetaUserId(app), issued_at: toSeconds(Date.now()) };
    expect((await postSigned(app, 'deauthorize', payload)).status).toBe(200);
    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
    await connect(app, client, email);

    const replay = await postSigned(app, 'deauthorize', payload);

    expect(replay.status).toBe(200);
    expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(true);
  });
});

describe('requests not signed by Meta', () => {
  it('rejects any invalid request and deletes nothing', async () => {
    app = await startTestApp();
    await startSynced(app, email, { plan: 'starter' });
    const { meta_user_id: user_id } = await app.db
      .selectFrom('meta_connection')
      .select('meta_user_id')
      .executeTakeFirstOrThrow();
    const secret = app.sandbox.environment['META_APP_SECRET'] ?? '';
    const payload = { algorithm: 'HMAC-SHA256', user_id, issued_at: toSeconds(Date.now()) };
    const url = `${app.url}/api/v1/webhooks/meta/deletion`;
    const bodies = [
      '',
      'signed_request=',
      'signed_request=.',
      `signed_request=${signed('the secret of another app', payload)}`,
      `signed_request=${signed('', payload)}`,
      `signed_request=${signed(secret, { ...payload, algorithm: 'none' })}`,
      `signed_request=${signed(secret, { ...payload, algorithm: 'HMAC-SHA1' })}`,
      `signed_request=${signed(secret, { algorithm: 'HMAC-SHA256' })}`,
      `signed_request=${signed(secret, payload)}.more`,
      `signed_request=.${Buffer.from(JSON.stringify({ ...payload, algorithm: 'none' })).toString('base64url')}`,
      JSON.stringify({ signed_request: signed(secret, payload) }),
    ];

    for (const body of bodies) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect(answer.status, body).toBe(400);
      expect(await answer.json(), body).toMatchObject({ error: { code: 'signature_invalid' } });
    }
    expect((await fire(app, 'deletion', { badSignature: true }))[0]?.status).toBe(400);
    expect((await fire(app, 'deauthorize', { algorithm: 'none' }))[0]?.status).toBe(400);

    expect(await app.db.selectFrom('meta_connection').select('user_id').execute()).toHaveLength(1);
    expect(await app.db.selectFrom('meta_deletion').select('code').execute()).toEqual([]);
  });

  it('returns unguessable codes', async () => {
    app = await startTestApp({ work: false });

    const answer = await fetch(`${app.url}/api/v1/webhooks/meta/deletion/0000`);

    expect(answer.status).toBe(404);
  });
});
