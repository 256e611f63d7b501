import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendError } from './send-error.ts';
import { createPendingResponses } from './pending-responses.ts';

const largerThanAnySocketBuffer = Buffer.alloc(32 * 1024 * 1024);

/** Starts a server: `/late` answers when told, `/large` at once with more than fits into a socket. */
async function startServer(maxMillis: number) {
  const held: (() => void)[] = [];
  const pending = createPendingResponses({ maxPerUser: 3, maxMillis });
  const server = Fastify();
  server.setErrorHandler(sendError);
  server.get('/large', async (_request, reply) => {
    pending.assertRoom('user:ines');
    pending.track('user:ines', reply);
    return largerThanAnySocketBuffer;
  });
  server.get('/late', async (_request, reply) => {
    pending.assertRoom('user:ines');
    await new Promise<void>((resolve) => void held.push(resolve));
    pending.track('user:ines', reply);
    return 'late';
  });
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));

  async function askWithoutReading() {
    const socket = net.connect(Number(url.port), url.hostname);
    socket.pause();
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('GET /large HTTP/1.1\r\nhost: test\r\n\r\n');
    return socket;
  }
  return { server, pending, held, url: new URL('/large', url), askWithoutReading };
}

it('rejects a user with too many unread responses until one is read or aborted', async () => {
  const { server, pending, url, askWithoutReading } = await startServer(60_000);
  const sockets = await Promise.all([1, 2, 3].map(askWithoutReading));
  await expect.poll(() => pending.count()).toBe(3);

  const refused = await fetch(url);

  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  sockets[0]?.destroy();
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await server.close();
});

it('does not count responses to clients that left before they were ready', async () => {
  const { server, held, url } = await startServer(60_000);
  const closed: Promise<unknown>[] = [];
  server.server.on('connection', (socket) => closed.push(once(socket, 'close')));
  const leaving = new AbortController();
  const asked = [1, 2, 3].map(() => fetch(new URL('/late', url), leaving).catch(() => null));
  await expect.poll(() => held.length).toBe(3);
  leaving.abort();
  await Promise.all([...asked, ...closed]);

  for (const answer of held) answer();

  expect((await fetch(url)).status).toBe(200);
  await server.close();
});

it('does not count calls of a dropped batch that are answered after it closed', async () => {
  const { server, held, url } = await startServer(60_000);
  const dropped = new AbortController();
  const calls = [1, 2, 3].map(() => server.inject({ url: '/late', signal: dropped.signal }).catch(() => null));
  await expect.poll(() => held.length).toBe(3);
  dropped.abort();
  await Promise.all(calls);

  for (const answer of held) answer();

  expect((await fetch(url)).status).toBe(200);
  await server.close();
});

it('closes the connection of a client that reads too slowly', async () => {
  const { server, url, askWithoutReading } = await startServer(300);
  const sockets = await Promise.all([1, 2, 3].map(askWithoutReading));

  await expect.poll(async () => (await fetch(url)).status).toBe(200);

  for (const socket of sockets) socket.destroy();
  await server.close();
});
