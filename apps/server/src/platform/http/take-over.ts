import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** From here on the answer is a stream of ours, with the headers that were set so far: the framework lets go of it. */
export function takeOver(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  return reply.raw;
}
