import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { explainDatabaseError } from './explain-error.ts';
import { hasTransactionPooler } from './pooler.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return port;
}

it('explains in one sentence what a pooler rejects', async () => {
  const text = 'SERROR\0C08P01\0Munsupported startup parameter: options\0\0';
  const port = await listen(
    createServer((client) => {
      client.once('data', () => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(text.length + 4);
        client.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(text)]));
      });
    }),
  );

  const error = await hasTransactionPooler({ host: '127.0.0.1', port, user: 'x', database: 'x' }).catch(
    (cause: unknown) => cause,
  );

  expect(explainDatabaseError(error)).toContain('set ignore_startup_parameters = extra_float_digits,options');
  expect(explainDatabaseError(new Error('a bug'))).toBeNull();
});
