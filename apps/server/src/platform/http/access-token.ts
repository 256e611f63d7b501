import type { FastifyReply } from 'fastify';

/** Returns the bearer token that the caller sent. */
export function toAccessToken({ request }: FastifyReply): string {
  return request.headers.authorization?.replace(/^Bearer /, '') ?? '';
}
