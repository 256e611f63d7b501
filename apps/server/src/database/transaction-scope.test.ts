import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { connectDatabase, type Database } from './database.ts';
import { isInTransaction } from './transaction-scope.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = connectDatabase(database.address);
  drop = database.drop;
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

it('knows whether code runs inside a transaction, even after an await', async () => {
  const inside = await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('plan').select('plan_id').execute();
    return isInTransaction();
  });

  expect(inside).toBe(true);
  expect(isInTransaction()).toBe(false);
});
