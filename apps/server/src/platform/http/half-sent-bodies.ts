import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Limit for bodies of ordinary size; Node's own limit is for uploads over slow connections. */
const bodyMillis = 15_000;
/** Time for the client to read an answer that was sent before its body was there. */
const answeredMillis = 1_000;

/** Ends connections whose request is answered, or should have arrived, while its body is still on the way. */
export function endHalfSentBodies(server: FastifyInstance, { ordinaryBytes }: { ordinaryBytes: number }): void {
  server.addHook('onRequest', async ({ raw }) => {
    if (hasBody(raw) && Number(raw.headers['content-length'] ?? 0) <= ordinaryBytes) endUnlessComplete(raw, bodyMillis);
  });
  server.addHook('onResponse', async ({ raw }) => {
    if (hasBody(raw) && !raw.complete) endUnlessComplete(raw, answeredMillis);
  });
}

/** Returns false for calls in a batch, which come without a connection. */
function hasBody({ headers, socket }: IncomingMessage): boolean {
  if (!(socket instanceof Socket)) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function endUnlessComplete(raw: IncomingMessage, millis: number): void {
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), millis);
  timer.unref();
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
