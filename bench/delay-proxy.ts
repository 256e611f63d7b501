import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface DelayProxy {
  port: number;
  /** Packets from clients so far. */
  received(): number;
  close(): Promise<void>;
}

/** Puts a server at a distance: forwards connections to it, delayed by half the round trip in each direction. */
export async function startDelayProxy(target: NetConnectOpts, roundTripMillis: number): Promise<DelayProxy> {
  let received = 0;
  const open = new Set<Socket>();
  const forward = (from: Socket, to: Socket) => {
    const later = (act: () => void) => setTimeout(() => !to.destroyed && act(), roundTripMillis / 2);
    from.on('data', (part) => later(() => to.write(part)));
    from.on('end', () => later(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => later(() => to.destroy()));
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ ...target, noDelay: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    near.on('data', () => (received += 1));
    forward(near, far);
    forward(far, near);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    port: address.port,
    received: () => received,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
