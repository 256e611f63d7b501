import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Open connections stop carrying data without being closed, as behind a firewall that dropped them. */
  swallow(): void;
  /** The same for every new connection, until it is switched off. */
  swallowAll(on: boolean): void;
  delay(millis: number): void;
  close(): Promise<void>;
}

/** A proxy between the product and another server that simulates network failures. */
export async function startTcpProxy(target: { host?: string; port?: number; path?: string }): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket; isSwallowed: boolean }>();
  let all = false;
  let late = 0;
  const server = createServer((near) => {
    const far = target.path
      ? connect(target.path)
      : connect({ host: target.host ?? '127.0.0.1', port: target.port ?? 0 });
    const pair = { near, far, isSwallowed: all };
    pairs.add(pair);
    const pass = (to: Socket) => (bytes: Buffer) => {
      if (pair.isSwallowed) return;
      if (late === 0) to.write(bytes);
      else setTimeout(() => to.writable && to.write(bytes), late);
    };
    near.on('data', pass(far));
    far.on('data', pass(near));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        pairs.delete(pair);
        if (!pair.isSwallowed) other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: getPort(server.address()),
    swallow() {
      for (const pair of pairs) pair.isSwallowed = true;
    },
    swallowAll(on) {
      all = on;
      if (on) for (const pair of pairs) pair.isSwallowed = true;
    },
    delay: (millis) => void (late = millis),
    async close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function getPort(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
