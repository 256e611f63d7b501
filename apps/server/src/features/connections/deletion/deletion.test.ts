import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getMetaConnection } from '@tidemark/contract';
import { z } from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { settled } from '../../../../test/world.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

const email = 'theo@sandbox.test';
const Confirmation = z.strictObject({ url: z.url(), confirmation_code: z.string() });

/** What the stand-in for Meta is answered when it says that a person wants to be deleted, or has removed the app. */
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
    if (text.includes('Done: ')) return text;
  }
  throw new Error('The deletion did not come to its end in time');
}

describe('a person who asks Meta to have everything deleted', () => {
  it('loses the login and the figures that nobody else uses, and can see that it is done without signing in', async () => {
    app = await startTestApp();
    const { client, account } = await settled(app, email, { plan: 'starter' });
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

  it('gets the same code for the same request, and another after connecting anew', async () => {
    app = await startTestApp({ work: false });
    const [first, second] = confirmed(await fire(app, 'deletion', { times: 2 }));
    await app.control('clock', { method: 'POST', body: JSON.stringify({ advanceSeconds: 60 }) });
    const [later] = confirmed(await fire(app, 'deletion'));

    expect(second).toEqual(first);
    expect(later?.confirmation_code).not.toBe(first?.confirmation_code);
  });

  it('leaves other people’s logins alone', async () => {
    app = await startTestApp();
    await settled(app, email, { plan: 'starter' });

    await fire(app, 'deletion', { email: 'maya@sandbox.test' });

    expect(await app.db.selectFrom('meta_connection').select('user_id').execute()).toHaveLength(1);
  });
});

it('forgets the login of a person who removed the app at Facebook, and keeps the figures', async () => {
  app = await startTestApp();
  const { client, account } = await settled(app, email, { plan: 'starter' });

  const answers = await fire(app, 'deauthorize', { times: 2 });

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await client.call(getMetaConnection, {})).connection.isConnected).toBe(false);
  expect((await client.load()).accountRefs).toMatchObject([{ accountId: account.id }]);
});

describe('a request that Meta did not sign', () => {
  const signed = (secret: string, payload: object) => {
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
  };

  it('is refused, whatever is wrong with it, and deletes nothing', async () => {
    app = await startTestApp();
    await settled(app, email, { plan: 'starter' });
    const { meta_user_id: user_id } = await app.db
      .selectFrom('meta_connection')
      .select('meta_user_id')
      .executeTakeFirstOrThrow();
    const secret = app.sandbox.environment['META_APP_SECRET'] ?? '';
    const payload = { algorithm: 'HMAC-SHA256', user_id, issued_at: 1 };
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

  it('has no code that could be guessed', async () => {
    app = await startTestApp({ work: false });

    const answer = await fetch(`${app.url}/api/v1/webhooks/meta/deletion/0000`);

    expect(answer.status).toBe(404);
  });
});
