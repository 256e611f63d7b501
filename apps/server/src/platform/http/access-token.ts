import type { FastifyReply } from 'fastify';

/** The bearer token that the caller sent. */
export function toAccessToken({ request }: FastifyReply): string {
  return request.headers.authorization?.replace(/^Bearer /, '') ?? '';
}
