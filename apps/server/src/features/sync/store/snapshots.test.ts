import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { storeDemographics } from './store.ts';
import { findSnapshot } from '../../../networks/instagram/verify/queries.ts';
import type { DemographicCell } from './fetched-data.ts';

const accountId = '17841400000000017';
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.address);
});
beforeEach(() => db.deleteFrom('demographics').execute());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const women = (value: number): DemographicCell[] => [
  { dimension: 'age_gender', key: '18-24|F', value },
  { dimension: 'city', key: 'Oslo, Oslo', value: 3 },
];

const read = (day: string, cells: DemographicCell[], audience: 'follower' | 'engaged' = 'follower') =>
  db.transaction().execute((transaction) => storeDemographics(transaction, accountId, { audience, day, cells }));

const stored = () =>
  db.selectFrom('demographics').select(['day', 'cells', 'same_as_day']).orderBy('audience').orderBy('day').execute();

const toCells = (value: number) => ({ age_gender: { '18-24|F': value }, city: { 'Oslo, Oslo': 3 } });

describe('audience snapshot', () => {
  it('stores a repeated snapshot as a reference to the previous day', async () => {
    await read('2026-11-01', women(7));
    await read('2026-11-02', women(7));
    await read('2026-11-05', women(7).toReversed());
    await read('2026-11-05', women(9), 'engaged');
    await read('2026-11-06', women(8));

    expect(await stored()).toEqual([
      { day: '2026-11-05', cells: toCells(9), same_as_day: null },
      { day: '2026-11-01', cells: toCells(7), same_as_day: null },
      { day: '2026-11-02', cells: null, same_as_day: '2026-11-01' },
      { day: '2026-11-05', cells: null, same_as_day: '2026-11-01' },
      { day: '2026-11-06', cells: toCells(8), same_as_day: null },
    ]);
  });

  it('replaces a snapshot by a later sync on the same day, even if it was a reference', async () => {
    await read('2026-11-01', women(7));
    await read('2026-11-02', women(7));

    await read('2026-11-02', women(8));
    const changed = await stored();
    await read('2026-11-02', women(7));

    expect(changed[1]).toEqual({ day: '2026-11-02', cells: toCells(8), same_as_day: null });
    expect((await stored())[1]).toEqual({ day: '2026-11-02', cells: null, same_as_day: '2026-11-01' });
  });

  it('keeps a snapshot that a later day refers to, or if Instagram reports nothing', async () => {
    await read('2026-11-01', women(7));
    await read('2026-11-02', women(7));

    await read('2026-11-01', women(8));
    await read('2026-11-02', []);

    expect(await stored()).toEqual([
      { day: '2026-11-01', cells: toCells(7), same_as_day: null },
      { day: '2026-11-02', cells: null, same_as_day: '2026-11-01' },
    ]);
  });

  it('verifies a snapshot with the cells of the day it refers to', async () => {
    await read('2026-11-01', women(7));
    await read('2026-11-02', women(7));

    const snapshot = await findSnapshot(db, accountId, 'follower');
    expect(snapshot?.day).toBe('2026-11-02');
    expect(new Set(snapshot?.cells)).toEqual(new Set(women(7)));
    expect(await findSnapshot(db, accountId, 'engaged')).toBeNull();
  });
});
