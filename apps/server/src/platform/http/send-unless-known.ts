import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sends a public text that changes rarely, or 304 to clients that have it. The tag is weak, because a proxy may
 * compress the text, and some then add the encoding to the tag.
 */
export function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, { type, text }: PublicText) {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  reply.header('cache-control', 'public, no-cache').header('etag', `W/"${hash}"`);
  const known = request.headers['if-none-match'] ?? '';
  if (known === '*' || known.includes(hash)) return reply.code(304).send();
  return reply.type(type).send(text);
}

interface PublicText {
  type: string;
  text: string;
}
