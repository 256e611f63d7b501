import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { LeaseLostError, saveCheckpoint, takeLease } from './queries.ts';

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

/** Simulates an owner that stalled for longer than its lease. */
const letItEnd = () =>
  db
    .updateTable('sync_state')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('account_id', '=', accountId)
    .execute();

it('gives the lease to exactly one of eight concurrent workers, a thousand times', async () => {
  const owners: number[] = [];
  let fencingToken = 0;
  for (let round = 0; round < 1_000; round += 1) {
    await letItEnd();
    const taken = await Promise.all(workers.map((lockOwner) => takeLease(db, accountId, lockOwner)));
    const got = taken.flatMap((state) => (state ? [state] : []));
    owners.push(got.length);
    expect(got[0]?.fencing_token).toBe(fencingToken + 1);
    fencingToken += 1;
  }

  expect(new Set(owners)).toEqual(new Set([1]));
});

it('rejects a late write after another worker takes the lease', async () => {
  await letItEnd();
  const slow = await takeLease(db, accountId, 'slow');
  await letItEnd();
  const quick = await takeLease(db, accountId, 'quick');

  const late = saveCheckpoint(db, { accountId, fencingToken: slow?.fencing_token ?? 0 }, { refused: ['written late'] });

  await expect(late).rejects.toBeInstanceOf(LeaseLostError);
  const row = await db.selectFrom('sync_state').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  expect(row).toMatchObject({ lease_owner: 'quick', fencing_token: quick?.fencing_token, refused_metrics: [] });
});
