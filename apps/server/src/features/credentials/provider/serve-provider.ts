import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hijackReply } from '../../../platform/http/hijack-reply.ts';
import { publicPaths, type BuiltInProvider } from './built-in-provider.ts';

/** Serves the provider's pages for browsers; `count` limits them like our own sign-in. */
export function serveBuiltInProvider(
  server: FastifyInstance,
  { provider, count }: { provider: BuiltInProvider; count: (request: FastifyRequest) => Promise<void> },
): void {
  for (const path of publicPaths)
    server.get(path, { schema: { hide: true }, onRequest: count }, (request, reply) =>
      provider.handle(request.raw, hijackReply(reply)),
    );
}
