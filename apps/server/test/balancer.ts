import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a reverse proxy in front of several servers, used in turn. A request that no server has received goes to the
 * next one; one that was lost on its way is answered with 502.
 */
export async function startBalancer(listServers: () => string[]): Promise<Balancer> {
  let turn = 0;
  const balancer = http.createServer((request, response) => {
    const servers = listServers();
    turn += 1;
    const ordered = servers.map((_, index) => servers[(turn + index) % servers.length] ?? '');
    const pass = ([server, ...others]: string[]) => {
      if (!server) return response.writeHead(502).end();
      const { method, headers } = request;
      const upstream = http.request(`${server}${request.url}`, { method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => response.destroy()).pipe(response);
      });
      response.on('close', () => upstream.destroy());
      upstream.once('socket', (socket) => socket.once('connect', () => request.pipe(upstream)));
      upstream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') pass(others);
        else if (response.headersSent) response.destroy();
        else response.writeHead(502, { 'content-type': 'application/json' }).end('{}');
      });
    };
    pass(ordered);
  });
  await new Promise<void>((done) => balancer.listen(0, '127.0.0.1', done));
  const { port } = balancer.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://localhost:${port}`,
    async close() {
      balancer.closeAllConnections();
      await new Promise((done) => balancer.close(done));
    },
  };
}
