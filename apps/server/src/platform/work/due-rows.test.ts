import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connectDatabase, type Database } from '../../database/database.ts';
import { dueRows } from './due-rows.ts';

const now = new Date('2026-11-18T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const givenUp: string[] = [];
const rows = dueRows({
  table: 'alert_delivery',
  key: 'delivery_id',
  due: 'next_attempt_at',
  attempts: 'attempts',
  waits: sql`state = 'queued'`,
  claimMillis: 120_000,
  retry: { first: 60_000, max: 600_000 },
  giveUp: { after: 4, handle: async (_db, row) => givenUp.push(row.delivery_id) },
});

let db: Database;
let drop: () => Promise<void>;
let userId: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = connectDatabase(database.address);
  const user = { issuer: 'i', subject: 's', name: 'n', email: 'e' };
  ({ user_id: userId } = await db.insertInto('app_user').values(user).returning('user_id').executeTakeFirstOrThrow());
});
afterAll(async () => {
  await db.destroy();
  await drop();
});
beforeEach(() => db.deleteFrom('alert_delivery').execute());

async function add(dueAt: Date, { attempts = 0, state = 'queued' as const } = {}): Promise<string> {
  const id = randomUUID();
  const row = { delivery_id: id, user_id: userId, kind: 'alerts' as const, body: '', created_at: now, state, attempts };
  await db
    .insertInto('alert_delivery')
    .values({ ...row, next_attempt_at: dueAt })
    .execute();
  return id;
}
const claim = (limit: number, at = now) => rows.claim(db, { now: at, limit, handledBefore: at });
const read = (id: string) =>
  db.selectFrom('alert_delivery').selectAll().where('delivery_id', '=', id).executeTakeFirstOrThrow();

it('gives each due row to exactly one of many claimers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      async (dueIn, limits) => {
        await db.deleteFrom('alert_delivery').execute();
        const due = [];
        for (const seconds of dueIn) {
          const id = await add(later(seconds));
          if (seconds <= 0) due.push(id);
        }

        const claimed = (await Promise.all(limits.map((limit) => claim(limit)))).flat().map((row) => row.delivery_id);

        expect(new Set(claimed).size).toBe(claimed.length);
        expect(due).toEqual(expect.arrayContaining(claimed));
        expect(claimed.length + (await claim(100)).length).toBe(due.length);
      },
    ),
    { numRuns: 25 },
  );
});

it('gives a killed process’s row to another once the claim has ended', async () => {
  const id = await add(now);
  await claim(1);

  expect(await claim(1, later(119))).toEqual([]);
  expect(await claim(1, later(120))).toMatchObject([{ delivery_id: id, attempts: 2 }]);
});

it('claims one row by its key, unless it is not due', async () => {
  const [due, early] = [await add(now), await add(later(1))];

  expect(await rows.claimOne(db, due, now)).toMatchObject({ delivery_id: due });
  expect(await rows.claimOne(db, due, now)).toBeUndefined();
  expect(await rows.claimOne(db, early, now)).toBeUndefined();
});

it('tries a failed row again after growing pauses, and gives up in the end', async () => {
  const id = await add(now);
  const pauses = [];
  for (let at = now; givenUp.length === 0;) {
    const [row] = await claim(1, at);
    if (!row) throw new Error('The row is not due');
    await rows.fail?.(db, row, { now: at, failure: 'unreachable' });
    const next = (await read(id)).next_attempt_at;
    pauses.push((next.getTime() - at.getTime()) / 1000);
    at = next;
  }

  expect(pauses.slice(0, 3)).toEqual([60, 120, 240]);
  expect(givenUp).toEqual([id]);
});

it('leaves a row alone that another process has claimed meanwhile', async () => {
  const id = await add(now);
  const [lost] = await claim(1);
  await claim(1, later(120));
  if (!lost) throw new Error('Nothing was claimed');

  await rows.postpone(db, lost, later(5));

  expect((await read(id)).next_attempt_at).toEqual(later(240));
});

it('counts what is due and what waits for another attempt, and makes the latter due', async () => {
  await add(later(-30));
  await add(later(-5));
  await add(later(60));
  const retrying = await add(later(300), { attempts: 2 });

  expect(await rows.backlog.count(db, now)).toEqual({ due: 2, oldestDueAt: later(-30), retrying: 1 });
  expect(await rows.backlog.retry(db, now)).toBe(1);

  expect((await read(retrying)).next_attempt_at).toEqual(now);
  expect(await rows.backlog.count(db, now)).toEqual({ due: 3, oldestDueAt: later(-30), retrying: 0 });
});

it('leaves rows that a process is handling to that process when others are made due', async () => {
  const id = await add(now);
  await claim(1);

  expect(await rows.backlog.retry(db, later(1))).toBe(0);

  expect((await read(id)).next_attempt_at).toEqual(later(120));
});
