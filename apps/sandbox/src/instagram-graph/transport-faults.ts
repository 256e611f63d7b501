import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { FaultName, FaultParams } from '../faults.ts';

const brokenPage = '<html><body><h1>502 Bad Gateway</h1>Sorry, something went wrong.</body></html>';

/** Sends a response unless a network fault intervenes. */
export async function sendWithFaults(
  reply: FastifyReply,
  text: string,
  strike: (fault: FaultName) => FaultParams | undefined,
): Promise<FastifyReply> {
  const slow = strike('slow');
  if (slow) await wait(slow.number('millis', 2_000));
  if (strike('connection-reset')) {
    reply.hijack();
    reply.raw.socket?.resetAndDestroy();
    return reply;
  }
  if (strike('hang')) {
    reply.hijack();
    return reply;
  }
  if (strike('html-502')) return reply.code(502).header('content-type', 'text/html; charset=utf-8').send(brokenPage);
  if (strike('empty-502')) return reply.code(502).send('');
  if (strike('malformed-json')) return reply.send(`{${text}`);
  if (strike('truncated-json')) return reply.send(text.slice(0, Math.floor(text.length * 0.6)));
  const huge = strike('huge-body');
  if (huge) return reply.send(`${text.slice(0, -1)},"padding":"${'x'.repeat(huge.number('bytes', 20_000_000))}"}`);
  const drip = strike('drip');
  if (drip) return dripping(reply, text, drip.number('millis', 5_000));
  return reply.send(text);
}

async function dripping(reply: FastifyReply, text: string, millis: number): Promise<FastifyReply> {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, { 'content-type': 'application/json' });
  for (const letter of text) {
    if (reply.raw.destroyed) break;
    reply.raw.write(letter);
    await wait(millis, undefined, { ref: false });
  }
  reply.raw.end();
  return reply;
}
