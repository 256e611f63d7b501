import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connectDatabase, type Database } from '../../database/database.ts';
import { LeaseLost, saveCheckpoint, takeLease } from './queries.ts';

const accountId = '17841400000000017';
const workers = Array.from({ length: 8 }, (_, number) => `worker-${number}`);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.address, { max: workers.length });
  await db.insertInto('sync_state').values({ account_id: accountId }).execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** As if the holder had stood still for longer than its lease. */
const letItEnd = () =>
  db
    .updateTable('sync_state')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('account_id', '=', accountId)
    .execute();

it('of eight workers that reach for an account at once one gets it, a thousand times', async () => {
  const holders: number[] = [];
  let fence = 0;
  for (let round = 0; round < 1_000; round += 1) {
    await letItEnd();
    const taken = await Promise.all(workers.map((holder) => takeLease(db, accountId, holder)));
    const got = taken.flatMap((state) => (state ? [state] : []));
    holders.push(got.length);
    expect(got[0]?.fence).toBe(fence + 1);
    fence += 1;
  }

  expect(new Set(holders)).toEqual(new Set([1]));
});

it('whoever lost the account to another writes nothing more', async () => {
  await letItEnd();
  const slow = await takeLease(db, accountId, 'slow');
  await letItEnd();
  const quick = await takeLease(db, accountId, 'quick');

  const late = saveCheckpoint(db, { accountId, fence: slow?.fence ?? 0 }, { refused: ['written late'] });

  await expect(late).rejects.toBeInstanceOf(LeaseLost);
  const row = await db.selectFrom('sync_state').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  expect(row).toMatchObject({ lease_holder: 'quick', fence: quick?.fence, refused: [] });
});
