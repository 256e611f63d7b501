import { createHmac } from 'node:crypto';
import { getClientConfig, getMetaConnection } from '@tidemark/contract';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectInstagram, pageless } from '../../../../../test/instagram.ts';
import { startTestApp, type TestApp } from '../../../../../test/start-test-app.ts';
import type { TestClient } from '../../../../../test/test-client.ts';
import { connect, getWorldAccount } from '../../../../../test/world.ts';

const Confirmation = z.strictObject({ url: z.url(), confirmation_code: z.string() });
let app: TestApp;
let client: TestClient;
let listed: { id: string; username: string };
let pagelessId: string;
beforeAll(async () => {
  app = await startTestApp({ work: false });
  listed = await getWorldAccount(app, pageless.email);
});
afterAll(() => app.close());

/** Connects a business login with one account, and another account through Instagram; links both. */
beforeEach(async () => {
  await app.db.deleteFrom('meta_deletion').execute();
  client = await app.withPlan(pageless.email, 'pro');
  await connect(app, client, pageless.email);
  pagelessId = await connectInstagram(app, client);
  const { accountRefs } = await client.load();
  for (const id of [listed.id, pagelessId])
    if (!accountRefs.some(({ accountId }) => accountId === id)) await client.link(id);
});

/** Sends the sandbox's request, by default Instagram's about the account without a page. */
async function fire(path: 'instagram/deletion' | 'instagram/deauthorize' | 'meta/deletion', options: object = {}) {
  const order = {
    callbackUrl: `${app.url}/api/v1/webhooks/${path}`,
    kind: 'signed-request',
    ...(path === 'meta/deletion' ? { email: pageless.email } : { username: pageless.username }),
    ...options,
  };
  const { answers } = await app.control<{ answers: { status: number; body: string }[] }>('webhooks/meta', {
    method: 'POST',
    body: JSON.stringify(order),
  });
  return answers;
}

const confirm = async (...fired: Parameters<typeof fire>) =>
  (await fire(...fired)).map(({ body }) => Confirmation.parse(JSON.parse(body)));

async function getState() {
  const { connection } = await client.call(getMetaConnection, {});
  const { accountRefs } = await client.load();
  return {
    business: connection.isConnected,
    instagram: connection.instagramLogins.map(({ accountId }) => accountId),
    linked: accountRefs.map(({ accountId }) => accountId).sort(),
  };
}
const everything = () => ({ business: true, instagram: [pagelessId], linked: [listed.id, pagelessId].sort() });

describe('a deletion request from Instagram', () => {
  it('deletes that login with the link to its account, and nothing of the business login', async () => {
    const [answer] = await confirm('instagram/deletion');

    expect(await getState()).toEqual({ business: true, instagram: [], linked: [listed.id] });
    expect(answer?.url).toBe(`${app.url}/api/v1/webhooks/meta/deletion/${answer?.confirmation_code}`);
    const status = await (await fetch(answer?.url ?? '')).text();
    expect(status).toContain('Requested: ');
    for (const secret of [pagelessId, pageless.username, pageless.email]) expect(status).not.toContain(secret);
    const { user } = await client.load();
    expect(
      await app.db.selectFrom('audit_entry').select('target').where('action', '=', 'connection.deleted').execute(),
    ).toEqual([{ target: `user:${user._id}` }]);
  });

  it('keeps the link to an account that the business login reaches, too', async () => {
    await connectInstagram(app, client, listed.username);

    await confirm('instagram/deletion', { username: listed.username });

    expect(await getState()).toEqual(everything());
  });

  it('gets the same code when it is repeated', async () => {
    const [first, second] = await confirm('instagram/deletion', { times: 2 });

    expect(second).toEqual(first);
    expect((await getState()).instagram).toEqual([]);
  });

  it('deletes nothing for an ID that no login has', async () => {
    const answers = await confirm('instagram/deletion', { username: 'nobody.here' });

    expect(answers).toHaveLength(1);
    expect(await getState()).toEqual(everything());
  });

  it('is not the request of Meta, which keeps the login at Instagram', async () => {
    await confirm('meta/deletion');

    expect(await getState()).toEqual({ business: false, instagram: [pagelessId], linked: [pagelessId] });
  });
});

describe('a deauthorization from Instagram', () => {
  it('deletes that login only, and keeps both links', async () => {
    const answers = await fire('instagram/deauthorize', { times: 2 });

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await getState()).toEqual({ ...everything(), instagram: [] });
  });

  it('ends no login that was connected after it', async () => {
    const body = await sign({});
    await post('deauthorize', body);
    await connectInstagram(app, client);

    const replayed = await post('deauthorize', body);

    expect(replayed.status).toBe(200);
    expect(await getState()).toEqual(everything());
  });
});

/** Signs a request about the account without a page, with the Instagram app's secret unless another is given. */
async function sign({
  secret = app.sandbox.environment['INSTAGRAM_APP_SECRET'] ?? '',
  ...changed
}: { secret?: string } & Record<string, unknown>): Promise<string> {
  const { app_user_id: userId } = await app.db
    .selectFrom('instagram_login')
    .select('app_user_id')
    .where('account_id', '=', pagelessId)
    .executeTakeFirstOrThrow();
  const payload = {
    algorithm: 'HMAC-SHA256',
    user_id: userId,
    issued_at: Math.floor(Date.now() / 1000),
    ...changed,
  };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', secret).update(text).digest('base64url')}.${text}`;
}

const post = (path: 'deletion' | 'deauthorize', signedRequest: string) =>
  fetch(`${app.url}/api/v1/webhooks/instagram/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signedRequest }),
  });

it('rejects what the Instagram app has not signed, and deletes nothing', async () => {
  const refused = [
    await sign({ secret: app.sandbox.environment['META_APP_SECRET'] ?? '' }),
    await sign({ secret: '' }),
    await sign({ algorithm: 'none' }),
    await sign({ issued_at: Math.floor(Date.now() / 1000) - 25 * 3_600 }),
    '',
  ];

  for (const path of ['deletion', 'deauthorize'] as const)
    for (const signedRequest of refused) {
      const answer = await post(path, signedRequest);
      expect(answer.status, `${path} ${signedRequest}`).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: 'signature_invalid' } });
    }

  expect(await getState()).toEqual(everything());
});

it('rejects requests of Instagram where logins at Instagram are not configured', async () => {
  const without = await startTestApp({
    work: false,
    environment: { INSTAGRAM_APP_ID: '', INSTAGRAM_APP_SECRET: '' },
  });
  const body = new URLSearchParams({ signed_request: await sign({ secret: '' }) });

  const answer = await fetch(`${without.url}/api/v1/webhooks/instagram/deletion`, { method: 'POST', body });
  const { instagramLogin } = await (await without.as(pageless.email)).call(getClientConfig, {});
  await without.close();

  expect(answer.status).toBe(400);
  expect(instagramLogin).toBe(false);
});
