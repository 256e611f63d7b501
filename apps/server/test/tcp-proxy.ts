import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Makes open connections stop carrying data without being closed, as behind a firewall that dropped them. */
  swallow(): void;
  /** Does the same for every new connection, until it is switched off. */
  swallowAll(on: boolean): void;
  /** Holds back everything until it is switched off, and then delivers it: the server behind it is frozen. */
  holdAll(on: boolean): void;
  /** Closes every connection, and each new one at once, until it is switched off: the server behind it is down. */
  refuseAll(on: boolean): void;
  delay(millis: number): void;
  close(): Promise<void>;
}

/** Starts a proxy between the product and another server that simulates network failures. */
export async function startTcpProxy(target: { host?: string; port?: number; path?: string }): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket; isSwallowed: boolean }>();
  let all = false;
  let isHeld = false;
  let isDown = false;
  let late = 0;
  const closePairs = () => {
    for (const { near, far } of pairs) for (const socket of [near, far]) socket.destroy();
  };
  const server = createServer((near) => {
    if (isDown) {
      near.on('error', () => undefined);
      near.destroy();
      return;
    }
    const far = target.path
      ? connect(target.path)
      : connect({ host: target.host ?? '127.0.0.1', port: target.port ?? 0 });
    const pair = { near, far, isSwallowed: all };
    pairs.add(pair);
    if (isHeld) for (const socket of [near, far]) socket.pause();
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
    holdAll(on) {
      isHeld = on;
      for (const socket of [...pairs].flatMap(({ near, far }) => [near, far])) {
        if (on) socket.pause();
        else socket.resume();
      }
    },
    refuseAll(on) {
      isDown = on;
      if (on) closePairs();
    },
    delay: (millis) => void (late = millis),
    async close() {
      closePairs();
      await new Promise((done) => server.close(done));
    },
  };
}

function getPort(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}
