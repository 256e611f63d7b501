import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Makes a closing server wait only for requests in progress. Browsers open spare connections and reuse old ones, and
 * Node waits for both, longer than a supervisor does.
 */
export function endUnusedOnClose(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  let closing = false;
  server.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) socket.destroy();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
