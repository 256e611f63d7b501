import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
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
