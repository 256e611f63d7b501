import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createCallCounts } from './api-call-counter.ts';

const [cafe, bakery] = ['17841400000000017', '17841400000000018'];
const log = createLog({ level: 'silent' });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let now = new Date('2026-11-21T10:59:59Z');
const clock = () => now;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.address);
});
afterEach(() => db.deleteFrom('api_call_hour').execute());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const counted = () =>
  db.selectFrom('api_call_hour').select(['account_id', 'hour', 'calls', 'requests']).orderBy('hour').execute();

describe('calls per account', () => {
  it('counts calls by hour across processes', async () => {
    const [here, there] = [createCallCounts({ db, clock, log }), createCallCounts({ db, clock, log })];
    here.record({ accountId: cafe, calls: 50 });
    there.record({ accountId: cafe, calls: 8 });
    here.record({ accountId: cafe, calls: 1 });
    now = new Date('2026-11-21T11:00:00Z');
    here.record({ accountId: cafe, calls: 3 });

    await Promise.all([here.stop(), there.stop()]);

    expect(await counted()).toEqual([
      { account_id: cafe, hour: new Date('2026-11-21T10:00:00Z'), calls: 59, requests: 3 },
      { account_id: cafe, hour: new Date('2026-11-21T11:00:00Z'), calls: 3, requests: 1 },
    ]);
  });

  it('writes counts within about a second, for all accounts in one statement', async () => {
    const insertInto = vi.spyOn(db, 'insertInto');
    const counts = createCallCounts({ db, clock, log });

    for (const accountId of [bakery, cafe, bakery]) counts.record({ accountId, calls: 1 });
    await expect.poll(async () => (await counted()).length, { timeout: 5_000 }).toBe(2);
    // Writes what is left.
    await counts.stop();

    expect(insertInto).toHaveBeenCalledTimes(1);
  });
});
