import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { endUnusedOnClose } from './close-idle-connections.ts';

it('stops immediately despite an idle browser connection, and answers earlier requests', async () => {
  const server = Fastify({ connectionTimeout: 30_000 });
  endUnusedOnClose(server);
  const slow = Promise.withResolvers<string>();
  server.get('/slow', () => slow.promise);
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const ready = net.connect(Number(url.port), url.hostname);
  await once(ready, 'connect');
  ready.on('error', () => undefined);
  const requested = once(server.server, 'request');
  const answer = fetch(new URL('/slow', url)).then((response) => response.text());
  await requested;
  const since = performance.now();

  const closing = server.close();
  await expect.poll(() => server.server.listening).toBe(false);
  slow.resolve('answered');
  await closing;

  expect(performance.now() - since).toBeLessThan(3_000);
  expect(await answer).toBe('answered');
});
