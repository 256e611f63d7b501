import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Takes over the response as a raw stream, with the headers set so far. */
export function hijackReply(reply: FastifyReply): ServerResponse {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
  return reply.raw;
}
