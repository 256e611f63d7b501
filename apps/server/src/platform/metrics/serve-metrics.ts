import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { isSameText } from '../is-same-text.ts';
import type { Metrics } from './metrics.ts';

const address = '/metrics';

/** Serves metrics to anyone with the token; if none is set, the address returns 404, not one of the web app's pages. */
export function addMetricsRoute(server: FastifyInstance, metrics: Metrics, token: string | null): void {
  server.get(address, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (token === null) throw new ApiError('not_found');
    if (!isSameText(request.headers.authorization ?? '', `Bearer ${token}`)) throw new ApiError('unauthenticated');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/** Serves metrics on a separate port, even for processes that serve nothing else. Requires the token if one is set. */
export async function startMetricsServer(
  metrics: Metrics,
  { port, host, token }: { port: number; host: string; token: string | null },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    if (request.method !== 'GET' || request.url?.split('?')[0] !== address) return void response.writeHead(404).end();
    if (token !== null && !isSameText(request.headers.authorization ?? '', `Bearer ${token}`))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen({ port, host }, done));
  return {
    port: getPort(server.address()),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function getPort(bound: AddressInfo | string | null): number {
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}
