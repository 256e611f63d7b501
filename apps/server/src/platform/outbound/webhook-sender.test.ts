import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSender } from './webhook-sender.ts';

const received: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((incoming, reply) => {
    received.push(incoming.url ?? '');
    if (incoming.url === '/moved') return reply.writeHead(307, { location: '/hook' }).end();
    return reply.writeHead(204).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port; // a TCP server
});
afterAll(() => server.close());

const message = { body: '{}', headers: {} };
const strict = createWebhookSender({ allowsPrivate: false });
const lenient = createWebhookSender({ allowsPrivate: true });
afterAll(() => Promise.all([strict.close(), lenient.close()]));

it.each([
  'http://hooks.example/',
  'ftp://hooks.example/',
  'https://user:word@hooks.example/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.0.0.8/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:10.0.0.8]/',
  'https://[fd00::1]/',
  'https://[64:ff9b::7f00:1]/',
  'not a url',
])('sends nothing to %s', async (address) => {
  expect(() => strict.requireAllowed(address)).toThrow();
  await expect(strict.send(address, message)).rejects.toMatchObject({ problem: 'forbidden' });
});

it('connects to the checked address, so that a name cannot change it', async () => {
  const answers = ['93.184.216.34', '127.0.0.1'];
  const sender = createWebhookSender({
    allowsPrivate: false,
    resolve: async () => answers.map((address) => ({ address, family: 4 })),
  });

  await expect(sender.send(`https://hooks.example:${port}/`, message)).rejects.toMatchObject({ problem: 'forbidden' });
  await expect(strict.send(`https://localhost:${port}/`, message)).rejects.toMatchObject({ problem: 'forbidden' });

  expect(received).toEqual([]);
  await sender.close();
});

it('follows no redirects', async () => {
  expect(await lenient.send(`http://127.0.0.1:${port}/moved`, message)).toBe(307);
  expect(received).toEqual(['/moved']);
});

it('reports an unreachable receiver', async () => {
  await expect(lenient.send('http://127.0.0.1:1/', message)).rejects.toMatchObject({ problem: 'unreachable' });
});
