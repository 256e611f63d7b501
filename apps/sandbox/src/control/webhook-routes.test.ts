import { createHmac } from 'node:crypto';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { lever, openSandbox } from '../../test/sandbox-client.ts';

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

it('delivers events signed over the very bytes that are sent', async () => {
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
