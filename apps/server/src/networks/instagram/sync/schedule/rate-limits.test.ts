import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../test/test-database.ts';
import type { NetworkFailureKind } from '../../../network-error.ts';
import { GraphError } from '../../client/graph-error.ts';
import { connectDatabase, type Database } from '../../../../database/database.ts';
import { createLog } from '../../../../platform/log/log.ts';
import { createGraphRateLimiter } from './graph-rate-limiter.ts';
import { limitFor, pauseSeconds } from './rate-limit-rules.ts';

const minute = 60;
const chance = fc.double({ min: 0, max: 1, noNaN: true });
const inARow = fc.integer({ min: 0, max: 50 });
const refusal = (kind: NetworkFailureKind, retryAfterSeconds?: number, code = 80_002) =>
  new GraphError(kind, 'Wait a bit', { code, retryAfterSeconds });

describe('rate limit pause', () => {
  it('never pauses for less than a minute or less than Meta asks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<NetworkFailureKind>('throttle-app', 'throttle-account'),
        fc.integer({ min: 1, max: 86_400 }),
        inARow,
        chance,
        (kind, asked, failures, luck) => {
          const seconds = pauseSeconds(refusal(kind, asked), failures, luck);

          expect(seconds).toBeGreaterThanOrEqual(Math.max(minute, asked));
          expect(seconds).toBeLessThanOrEqual(Math.max(60 * minute, asked));
        },
      ),
    );
  });

  it('doubles the pause from 15 minutes to an hour if Meta gives no time, and never nears zero', () => {
    fc.assert(
      fc.property(inARow, chance, (failures, luck) => {
        const whole = Math.min(60, 15 * 2 ** Math.max(0, failures - 1)) * minute;
        const seconds = pauseSeconds(refusal('throttle-app'), failures, luck);

        expect(seconds).toBeGreaterThanOrEqual(whole / 2);
        expect(seconds).toBeLessThanOrEqual(whole);
      }),
    );
    expect([1, 2, 3, 9].map((failures) => pauseSeconds(refusal('throttle-app'), failures, 1) / minute)).toEqual([
      15, 30, 60, 60,
    ]);
  });

  it.each([341, 368])('pauses for a day after a policy block (%s)', (code) => {
    expect(pauseSeconds(refusal('throttle-account', 60, code), 1, 0)).toBe(24 * 60 * minute);
  });
});

it("slows down from 75 percent and pauses from 95, for Meta's time or 15 minutes", () => {
  const at = (percent: number, regainMinutes = 0) => limitFor({ percent, regainMinutes });

  expect(at(74.9)).toEqual({ slow: false, pauseSeconds: 0 });
  expect(at(75)).toEqual({ slow: true, pauseSeconds: 0 });
  expect(at(95)).toEqual({ slow: true, pauseSeconds: 15 * minute });
  expect(at(130, 7)).toEqual({ slow: true, pauseSeconds: 7 * minute });
});

describe('rate limiter across workers', () => {
  let db: Database;
  let drop: () => Promise<void>;
  let now: number;
  const [cafe, bakery] = ['17841400000000001', '17841400000000002'];
  const open = () => createGraphRateLimiter({ db, clock: () => new Date(now), log: createLog({ level: 'silent' }) });
  const used = (percent: number, regainMinutes = 0) => ({
    app: null,
    accounts: [{ accountId: cafe, percent, regainMinutes }],
  });
  const passed = (minutes: number) => (now += minutes * 60_000);

  beforeAll(async () => {
    const database = await createTestDatabase();
    db = connectDatabase(database.address);
    drop = async () => {
      await db.destroy();
      await database.drop();
    };
  });
  afterAll(() => drop());
  beforeEach(async () => {
    now = Date.parse('2026-11-20T10:00:00Z');
    await db.deleteFrom('graph_pause').execute();
  });

  it('pauses one account in every process, and no others', async () => {
    const [here, there] = [open(), open()];

    const until = await here.pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-account', 42 * minute), 1);

    expect(until.getTime()).toBe(now + 42 * 60_000);
    expect(await there.check(cafe)).toMatchObject({ pausedUntil: until, scope: 'account' });
    expect(await there.check(bakery)).toMatchObject({ pausedUntil: null, scope: null });
  });

  it('pauses every account when the whole app is limited', async () => {
    const until = await open().pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-app', undefined, 4), 1);

    expect(await open().check(bakery)).toMatchObject({ pausedUntil: until, scope: 'app' });
  });

  it("pauses every account that uses one user’s login, and no other user's", async () => {
    const until = await open().pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-user', 600, 17), 1);

    expect(await open().check(bakery, 'maya')).toMatchObject({ pausedUntil: until, scope: 'account' });
    expect(await open().check(cafe, 'theo')).toMatchObject({ pausedUntil: null });
  });

  it('applies a pause from another process within a second', async () => {
    const [here, there] = [open(), open()];
    expect((await there.check(cafe)).pausedUntil).toBeNull();

    const until = await here.pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-account', 600), 1);

    await expect.poll(async () => (await there.check(cafe)).pausedUntil, { timeout: 1500 }).toEqual(until);
  });

  it('resumes when the pause ends', async () => {
    const rateLimiter = open();
    await rateLimiter.pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-account', 600), 1);

    passed(10);

    expect(await rateLimiter.check(cafe)).toEqual({ pausedUntil: null, scope: null, slow: false });
  });

  it('applies the longer of two pauses', async () => {
    const rateLimiter = open();
    const long = await rateLimiter.pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-account', 3000), 1);

    const short = await rateLimiter.pause({ accountId: cafe, userId: 'maya' }, refusal('throttle-account', 60), 2);

    expect(short).toEqual(long);
    expect((await open().check(cafe)).pausedUntil).toEqual(long);
  });

  it('slows down for 15 minutes, or until Meta reports less usage', async () => {
    const rateLimiter = open();

    rateLimiter.record(used(80));
    expect(await rateLimiter.check(cafe)).toMatchObject({ pausedUntil: null, slow: true });
    expect((await rateLimiter.check(bakery)).slow).toBe(false);
    rateLimiter.record(used(20));
    expect((await rateLimiter.check(cafe)).slow).toBe(false);
    rateLimiter.record(used(80));
    passed(15);
    expect((await rateLimiter.check(cafe)).slow).toBe(false);
  });

  it('pauses immediately from 95 percent, and later responses do not extend the pause', async () => {
    const rateLimiter = open();
    rateLimiter.record(used(96));
    const { pausedUntil } = await rateLimiter.check(cafe);

    passed(1);
    rateLimiter.record(used(97));

    expect(pausedUntil).toEqual(new Date(Date.parse('2026-11-20T10:15:00Z')));
    expect((await rateLimiter.check(cafe)).pausedUntil).toEqual(pausedUntil);
    await expect.poll(async () => (await open().check(cafe)).pausedUntil).toEqual(pausedUntil);
  });

  it('pauses every account when the app limit is nearly used up', async () => {
    const rateLimiter = open();

    rateLimiter.record({ app: 99, accounts: [] });

    expect(await rateLimiter.check(bakery)).toMatchObject({ scope: 'app', slow: true, pausedUntil: expect.any(Date) });
  });
});
