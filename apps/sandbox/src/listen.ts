import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** Browsers resolve localhost to either loopback address, so the server listens on both unless a host is given. */
export async function listen(port: number, host: string | undefined, handler: RequestListener): Promise<Listening> {
  if (host !== undefined) return together([await open(handler, port, host)]);
  for (let attempt = 0; ; attempt += 1) {
    const four = await open(handler, port, '127.0.0.1');
    try {
      return together([four, await open(handler, getPort(four), '::1')]);
    } catch (error) {
      if (!isTaken(error)) return together([four]);
      await closeServer(four);
      if (port !== 0 || attempt === 5) throw error;
    }
  }
}

function open(handler: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 30_000 }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isTaken(error))
        error.message = `Port ${port} on ${host} is in use; another sandbox may be running. Set SANDBOX_PORT to use another port.`;
      reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function getPort(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens on a port');
  return (address satisfies AddressInfo).port;
}

function together(servers: Server[]): Listening {
  const [first] = servers;
  if (!first) throw new Error('nothing listens');
  return { port: getPort(first), close: async () => void (await Promise.all(servers.map(closeServer))) };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
