import { Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { DatabaseConnectionError } from '../platform/connection-error.ts';
import { connectDatabase } from './database.ts';

it('replaces a connection whose server accepts no writes', async () => {
  const { address, drop } = await createTestDatabase();
  const db = connectDatabase(address, { max: 1 });
  await sql`set session characteristics as transaction read only`.execute(db);

  const refused = await sql`create table one (n int)`.execute(db).catch((error: unknown) => error);
  const repeated = await sql`create table one (n int)`.execute(db).then(() => 'created');
  await db.destroy();
  await drop();

  expect(refused).toMatchObject({ code: '25006' });
  expect(repeated).toBe('created');
});

it.each([undefined, Object.assign(new Error('read ECONNRESET'), { syscall: 'read', code: 'ECONNRESET' })])(
  'reports a connection that breaks during a statement as lost (%s)',
  async (cause) => {
    const { address, drop } = await createTestDatabase();
    const sockets = new Set<Socket>();
    const stream = () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket;
    };
    const db = connectDatabase({ ...address, stream }, { max: 1 });

    const error = await db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      const waiting = sql`select pg_sleep(60)`.execute(connection).catch((reason: unknown) => reason);
      for (const socket of sockets) socket.destroy(cause);
      return [await waiting, await sql`select 1`.execute(connection).catch((reason: unknown) => reason)];
    });
    await db.destroy();
    await drop();

    expect(error).toEqual([expect.any(DatabaseConnectionError), expect.any(DatabaseConnectionError)]);
  },
);
