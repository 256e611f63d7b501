import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import type { Metrics } from './metrics.ts';

const address = '/metrics';

/** Tells whoever has the secret; without a secret there is nothing at the address, not even a page of the web app. */
export function addMetricsRoute(server: FastifyInstance, metrics: Metrics, secret: string | null): void {
  server.get(address, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (secret === null) throw new Failure('not_found');
    if (!isBearer(request.headers.authorization, secret)) throw new Failure('unauthenticated');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** The same on a port of its own, for processes that serve nothing else, too. A secret that is set is asked for here as well. */
export async function startMetricsServer(
  metrics: Metrics,
  { port, host, secret }: { port: number; host: string; secret: string | null },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'GET' || request.url?.split('?')[0] !== address) return void response.writeHead(404).end();
    if (secret !== null && !isBearer(request.headers.authorization, secret))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen({ port, host }, done));
  return {
    port: portOf(server.address()),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function portOf(bound: AddressInfo | string | null): number {
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}

function isBearer(given: string | undefined, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given ?? ''), digest(`Bearer ${secret}`));
}
