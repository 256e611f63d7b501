import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../src/database/database.ts';
import { storeMedia } from '../src/features/sync/store/store-media.ts';
import { storeDays } from '../src/features/sync/store/store.ts';
import { createTestDatabase } from '../test/test-database.ts';
import { type FetchedMedia, noFigures } from '../src/features/sync/index.ts';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = connectDatabase(database.address, { max: 3 });
  drop = database.drop;
});
afterAll(async () => {
  await db.destroy();
  await drop();
});

const start = Date.UTC(2026, 9, 1);
const hour = 3_600_000;
const toDay = (instant: Date) => instant.toISOString().slice(0, 10);
const gained = ['reach', 'views', 'likes'] as const;
let accounts = 0;

class SimulatedCrashError extends Error {}

/** Stores in a transaction, which a crash may roll back. */
async function attempt(crashes: boolean, store: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
  await db
    .transaction()
    .execute(async (transaction) => {
      await store(transaction);
      if (crashes) throw new SimulatedCrashError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof SimulatedCrashError)) throw error;
    });
}

const figure = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null, freq: 5 });
const reading = fc.record({
  /** Hours since the start: pages may arrive late, twice, and in any order. */
  at: fc.integer({ min: 30, max: 200 }),
  crashes: fc.boolean(),
  media: fc.array(
    fc.record({
      number: fc.integer({ min: 1, max: 5 }),
      reach: figure,
      views: figure,
      likes: figure,
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

function toMedia({
  number,
  ...figures
}: {
  number: number;
  reach: number | null;
  views: number | null;
  likes: number | null;
}): FetchedMedia {
  return {
    id: `media-${number}`,
    productType: 'FEED',
    mediaType: 'IMAGE',
    caption: '',
    permalink: null,
    mediaUrl: null,
    thumbnailUrl: null,
    username: null,
    isCollaboration: false,
    publishedAt: new Date(start + number * 5 * hour),
    figures: { ...noFigures, ...figures },
    insightsRead: true,
    refusal: null,
  };
}

it('keeps deltas summing to totals and the newest sync, whatever the page order, repeats or gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reading, { minLength: 1, maxLength: 12 }), async (readings) => {
      const accountId = `property-${(accounts += 1)}`;
      // The expected result: for each metric the newest reported value, from a sync newer than all stored before.
      const expected = new Map<string, Record<string, number | null> & { at: number }>();
      for (const { at, crashes, media } of readings) {
        const observedAt = new Date(start + at * hour);
        await attempt(crashes, (transaction) =>
          storeMedia(transaction, accountId, media.map(toMedia), { observedAt, toDay }),
        );
        if (crashes) continue;
        for (const item of new Map(media.map((one) => [one.number, one])).values()) {
          const before = expected.get(`media-${item.number}`);
          if (before && before.at > at) continue;
          expected.set(`media-${item.number}`, {
            at,
            ...Object.fromEntries(gained.map((name) => [name, item[name] ?? before?.[name] ?? null])),
          });
        }
      }

      const rows = await db.selectFrom('media').selectAll().where('account_id', '=', accountId).execute();
      expect(
        Object.fromEntries(rows.map((row) => [row.media_id, { reach: row.reach, views: row.views, likes: row.likes }])),
      ).toEqual(Object.fromEntries([...expected].map(([id, { at: _, ...figures }]) => [id, figures])));
      const sums = await db
        .selectFrom('media_day')
        .select('media_id')
        .select(({ fn }) => gained.map((name) => fn.sum<number>(name).as(name)))
        .where('account_id', '=', accountId)
        .groupBy('media_id')
        .execute();
      const byMedia = new Map(sums.map((sum) => [sum.media_id, sum]));
      for (const row of rows)
        for (const name of gained) expect(byMedia.get(row.media_id)?.[name] ?? 0).toBe(row[name] ?? 0);
    }),
    { numRuns: 150 },
  );
});

it("keeps a day's newest values, and keeps it complete once synced completely", async () => {
  const day = fc.record({
    at: fc.integer({ min: 1, max: 50 }),
    crashes: fc.boolean(),
    complete: fc.boolean(),
    days: fc.array(fc.record({ day: fc.integer({ min: 1, max: 4 }), views: figure, likes: figure }), {
      minLength: 1,
      maxLength: 4,
    }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 12 }), async (readings) => {
      const accountId = `property-${(accounts += 1)}`;
      const expected = new Map<string, { at: number; views: number | null; likes: number | null; complete: boolean }>();
      for (const { at, crashes, complete, days } of readings) {
        const read = [...new Map(days.map((one) => [`2026-10-0${one.day}`, one]))];
        await attempt(crashes, (transaction) =>
          storeDays(
            transaction,
            accountId,
            read.map(([name, { views, likes }]) => ({ day: name, figures: { views, likes }, complete })),
            new Date(start + at * hour),
          ),
        );
        if (crashes) continue;
        for (const [name, { views, likes }] of read) {
          const before = expected.get(name);
          if (before && before.at > at) continue;
          expected.set(name, {
            at,
            views: views ?? before?.views ?? null,
            likes: likes ?? before?.likes ?? null,
            complete: complete || (before?.complete ?? false),
          });
        }
      }

      const rows = await db.selectFrom('account_day').selectAll().where('account_id', '=', accountId).execute();
      expect(
        Object.fromEntries(
          rows.map((row) => [row.day, { views: row.views, likes: row.likes, complete: row.complete }]),
        ),
      ).toEqual(Object.fromEntries([...expected].map(([name, { at: _, ...figures }]) => [name, figures])));
    }),
    { numRuns: 150 },
  );
});
