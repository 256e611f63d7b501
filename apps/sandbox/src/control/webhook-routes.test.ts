import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { accountId, connectAs, graphClient, lever, openSandbox, toText } from '../../test/sandbox-client.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function listener() {
  const received: { body: string; signature: unknown }[] = [];
  const server = Fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post('/hook', (request) => {
    received.push({ body: String(request.body), signature: request.headers['x-hub-signature-256'] });
    return { ok: true };
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => server.close());
  return { url: `${url}/hook`, received };
}

it('signs webhook events over the exact bytes sent', async () => {
  const sandbox = await openSandbox();
  const { url, received } = await listener();

  await lever(sandbox, 'webhooks/meta', {
    kind: 'event',
    callbackUrl: url,
    entry: [{ id: '1', text: 'blåbær 🫐' }],
    times: 2,
  });

  const [first] = received;
  const secret = sandbox.environment['META_APP_SECRET'] ?? '';
  expect(received).toHaveLength(2);
  expect(first?.signature).toBe(
    `sha256=${createHmac('sha256', secret)
      .update(first?.body ?? '')
      .digest('hex')}`,
  );
  expect(first?.body).toContain('bl\\u00e5b');
});

it('signs a deletion request as Meta does', async () => {
  const sandbox = await openSandbox();
  const { url, received } = await listener();

  await lever(sandbox, 'webhooks/meta', { kind: 'signed-request', callbackUrl: url, email: 'maya@sandbox.test' });

  const [signature = '', text = ''] = (new URLSearchParams(received[0]?.body).get('signed_request') ?? '').split('.');
  const secret = sandbox.environment['META_APP_SECRET'] ?? '';
  expect(signature).toBe(createHmac('sha256', secret).update(text).digest('base64url'));
  expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toMatchObject({
    algorithm: 'HMAC-SHA256',
    user_id: expect.stringMatching(/^122\d+$/),
  });
});

it('sends story insights only for accounts whose page subscribed the app', async () => {
  const sandbox = await openSandbox();
  const { url, received } = await listener();
  const id = await accountId(sandbox, 'fjordlys.kitchen');
  const maya = await connectAs(sandbox, 'maya');
  const { body: pages } = await maya.get('me/accounts?fields=id,access_token,instagram_business_account');
  const page = Object.values(pages['data'] ?? {}).find(
    (item) => toText(item['instagram_business_account']?.['id']) === id,
  );
  const asPage = graphClient(sandbox, toText(page?.['access_token']));
  const apps = `${toText(page?.['id'])}/subscribed_apps`;
  const entry = [{ id, time: 1, changes: [{ field: 'story_insights', value: { media_id: '1', reach: 5 } }] }];
  const deliver = () => lever(sandbox, 'webhooks/meta', { kind: 'event', callbackUrl: url, entry });

  const before = await deliver();
  const byPerson = await maya.send('POST', `${apps}?subscribed_fields=feed`);
  const wrongField = await asPage.send('POST', `${apps}?subscribed_fields=story_insights`);
  const subscribed = await asPage.send('POST', `${apps}?subscribed_fields=feed`);
  const listed = await asPage.get(apps);
  const during = await deliver();
  await asPage.send('DELETE', apps);
  const after = await deliver();

  expect(before.body).toEqual({ answers: [], withheld: 1 });
  expect(byPerson.body['error']).toMatchObject({ code: 210 });
  expect(wrongField.body['error']).toMatchObject({ code: 100 });
  expect(subscribed.body).toEqual({ success: true });
  expect(listed.body['data']?.['0']).toMatchObject({
    id: sandbox.environment['META_APP_ID'],
    subscribed_fields: ['feed'],
  });
  expect(during.body['answers']).toHaveLength(1);
  expect(after.body).toEqual({ answers: [], withheld: 1 });
  expect(received).toHaveLength(1);
});

it('requires pages_manage_metadata to subscribe a page', async () => {
  const sandbox = await openSandbox();
  const maya = await connectAs(sandbox, 'maya', { without: ['pages_manage_metadata'] });
  const { body: pages } = await maya.get('me/accounts?fields=id,access_token');
  const page = pages['data']?.['0'];
  const asPage = graphClient(sandbox, toText(page?.['access_token']));

  const answer = await asPage.send('POST', `${toText(page?.['id'])}/subscribed_apps?subscribed_fields=feed`);

  expect(answer.body['error']).toMatchObject({ code: 200, message: expect.stringContaining('pages_manage_metadata') });
});
