import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { explainDatabaseError } from './explain-error.ts';
import { isPooled } from './pooler.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return port;
}

it('recognises a pooler by the backend that it announces', async () => {
  const { address, drop } = await createTestDatabase();
  // As pgbouncer does, announces a process ID of its own: the message K of the protocol.
  const port = await listen(
    createServer((client) => {
      const { host = '127.0.0.1', port = 5432 } = address;
      const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      client.pipe(upstream).on('error', () => client.destroy());
      client.on('error', () => upstream.destroy());
      upstream.on('data', (data: Buffer) => {
        const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
        if (at >= 0) data.writeInt32BE(0x7fff_0000, at + 5);
        client.write(data);
      });
      upstream.on('end', () => client.end());
    }),
  );

  const answers = [await isPooled(address), await isPooled({ ...address, host: '127.0.0.1', port })];
  await drop();

  expect(answers).toEqual([false, true]);
});

it('explains what a pooler rejects in one sentence', async () => {
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

  const error = await isPooled({ host: '127.0.0.1', port, user: 'x', database: 'x' }).catch((cause: unknown) => cause);

  expect(explainDatabaseError(error)).toContain('set ignore_startup_parameters = extra_float_digits,options');
  expect(explainDatabaseError(new Error('a bug'))).toBeNull();
});
