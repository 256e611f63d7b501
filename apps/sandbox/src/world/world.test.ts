import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from './calendar.ts';
import type { DayRecord } from './day-record.ts';
import { interactionsOfDay, sumBy, surfaces, totalReach } from './day-record.ts';
import { demographics } from './demographics.ts';
import { maturity, totalsAt } from './media-ageing.ts';
import { mediaId, toPlace } from './media-ids.ts';
import { people } from './people.ts';
import { uniqueWindow } from './unique-window.ts';
import type { World } from './world.ts';
import { anchorFor, createWorld } from './world.ts';

const now = Date.parse('2026-11-21T15:20:00Z');
const today = dayNumber('2026-11-21');
const made = (seed = 'tidemark', zone = 'UTC') => createWorld({ seed, zone, anchor: '2026-11-01' });
const world = made();

function getTimeline(username: string, of: World = world) {
  const account = of.accounts.find((candidate) => candidate.username === username);
  if (!account) throw new Error(username);
  return of.getTimeline(account);
}

const anyTimeline = fc.constantFrom(...world.accounts).map((account) => world.getTimeline(account));
const anyDaysBack = fc.integer({ min: 1, max: 700 });

function holds(record: DayRecord) {
  const reach = totalReach(record);
  expect(record.followerViews + record.nonFollowerViews + record.unknownViews).toBe(sumBy(record.views));
  expect(reach).toBeLessThanOrEqual(sumBy(record.views));
  expect(record.followerReach).toBeLessThanOrEqual(record.followerViews);
  expect(record.nonFollowerReach).toBeLessThanOrEqual(record.nonFollowerViews);
  expect(record.unknownReach).toBeLessThanOrEqual(record.unknownViews);
  for (const surface of surfaces)
    expect(record.reach[surface]).toBeLessThanOrEqual(Math.min(reach, record.views[surface]));
  expect(record.engaged).toBeLessThanOrEqual(Math.min(reach, interactionsOfDay(record)));
  const parts =
    sumBy(record.likes) +
    sumBy(record.comments) +
    sumBy(record.saves) +
    sumBy(record.shares) +
    sumBy(record.reposts) +
    record.replies;
  expect(interactionsOfDay(record)).toBe(parts);
  for (const value of [
    reach,
    record.engaged,
    record.follows,
    record.unfollows,
    record.followersEnd,
    record.profileViews,
  ])
    expect(value).toBeGreaterThanOrEqual(0);
}

describe('world', () => {
  it('is the same for the same seed, in any query order', () => {
    const [first, second] = [made(), made()];
    second.accounts.toReversed().forEach((account) => second.getTimeline(account).dayAt(today - 3, now));

    const read = (of: World) =>
      of.accounts.map((account) => [
        of.getTimeline(account).dayAt(today - 40, now),
        of
          .getTimeline(account)
          .feedAt(now)
          .map(({ finals, id }) => [id, finals]),
      ]);

    expect(read(second)).toEqual(read(first));
  });

  it('differs for another seed', () => {
    const other = getTimeline('fjordlys.kitchen', made('another')).dayAt(today - 5, now);

    expect(other).not.toEqual(getTimeline('fjordlys.kitchen').dayAt(today - 5, now));
  });

  it('keeps the past unchanged when the clock moves on', () => {
    const before = getTimeline('okafor.coffee', made());
    const past = Array.from({ length: 60 }, (_, index) => before.dayAt(today - 60 + index, now));
    const later = now + 400 * 86_400_000;

    before.dayAt(today + 390, later);

    expect(Array.from({ length: 60 }, (_, index) => before.dayAt(today - 60 + index, later))).toEqual(past);
  });

  it('adds up on every day of every account', () => {
    fc.assert(
      fc.property(anyTimeline, anyDaysBack, (timeline, back) => {
        const record = timeline.dayAt(today - back, now);
        if (!record) return;
        holds(record);
        const reach = totalReach(record);
        expect(sumBy(record.reach)).toBeGreaterThanOrEqual(reach);
        expect(record.followersEnd).toBe(timeline.followersBefore(today - back) + record.follows - record.unfollows);
      }),
      { numRuns: 400 },
    );
  });

  it('adds up at any moment of today, and only grows during the day', () => {
    fc.assert(
      fc.property(
        anyTimeline,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
        (timeline, one, other) => {
          const at = (minute: number) => timeline.dayAt(today, today * 86_400_000 + minute * 60_000);
          const [early, late] = [at(Math.min(one, other)), at(Math.max(one, other))];
          if (!early || !late) throw new Error('today exists');
          holds(early);
          holds(late);
          expect(totalReach(early)).toBeLessThanOrEqual(totalReach(late));
          expect(sumBy(early.views)).toBeLessThanOrEqual(sumBy(late.views));
          expect(interactionsOfDay(early)).toBeLessThanOrEqual(interactionsOfDay(late));
          expect(early.engaged).toBeLessThanOrEqual(late.engaged);
          expect(early.follows).toBeLessThanOrEqual(late.follows);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('has rare surfaces and people of unknown follow type in some accounts', () => {
    const [rich, plain] = [getTimeline('fjordlys.kitchen'), getTimeline('fjordlys.ceramics')];
    const records = (timeline: typeof rich) =>
      Array.from({ length: 30 }, (_, back) => timeline.dayAt(today - 1 - back, now)).flatMap((record) => record ?? []);

    for (const surface of ['CAROUSEL_ITEM', 'IGTV', 'AR_EFFECT_PREVIEW', 'UNKNOWN'] as const) {
      expect(records(rich).some((record) => record.views[surface] > 0)).toBe(true);
      expect(records(plain).every((record) => record.views[surface] === 0)).toBe(true);
    }
    expect(records(rich).filter((record) => record.unknownReach > 0).length).toBeGreaterThan(20);
    expect(records(plain).every((record) => record.unknownReach === 0)).toBe(true);
  });

  it('counts each person once per window', () => {
    fc.assert(
      fc.property(
        anyTimeline,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 2, max: 30 }),
        (timeline, back, length) => {
          const last = today - back;
          const window = uniqueWindow(timeline, last - length + 1, last, now);
          const longer = uniqueWindow(timeline, last - length, last, now);
          const reaches = Array.from({ length }, (_, index) => timeline.dayAt(last - index, now)).flatMap((record) =>
            record ? [totalReach(record)] : [],
          );
          if (!window || !longer || reaches.length === 0) return;
          const sum = reaches.reduce((total, reach) => total + reach, 0);
          expect(window.reach).toBeGreaterThanOrEqual(Math.max(...reaches));
          expect(window.reach).toBeLessThanOrEqual(sum);
          if (reaches.filter((reach) => reach > 20).length > 1) expect(window.reach).toBeLessThan(sum);
          expect(longer.reach).toBeGreaterThanOrEqual(window.reach);
          expect(longer.engaged).toBeGreaterThanOrEqual(window.engaged);
          expect(window.engaged).toBeLessThanOrEqual(window.reach);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("lets a post's numbers rise and level off", () => {
    for (const media of getTimeline('fjordlys.kitchen').feedAt(now).slice(0, 60)) {
      const hours = [1, 5, 24, 72, 240, 2_000, 9_000];
      const seen = hours.map((hour) => totalsAt(media, media.publishedAt + hour * 3_600_000));
      seen.slice(1).forEach((totals, index) => expect(totals.views).toBeGreaterThanOrEqual(seen[index]?.views ?? 0));
      expect(maturity(media.kind, 72 * 3_600_000)).toBeGreaterThan(0.6);
    }
  });

  it('lists a story for exactly one day', () => {
    const timeline = getTimeline('fjordlys.kitchen');

    const live = timeline.storiesLiveAt(now);

    expect(live.length).toBeGreaterThan(0);
    expect(live.every(({ publishedAt }) => publishedAt <= now && now - publishedAt < 86_400_000)).toBe(true);
    expect(timeline.storiesLiveAt(now + 86_400_000).some(({ id }) => live.map((story) => story.id).includes(id))).toBe(
      false,
    );
  });

  it('finds every media item by its ID, and none by an unknown ID', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 400 }),
        fc.nat({ max: 60_000 }),
        fc.nat({ max: 99 }),
        fc.nat({ max: 9 }),
        (account, day, slot, child) => {
          const id = mediaId({ account, day, slot, child });
          expect(id).toMatch(/^(179|180)\d{14}$/);
          expect(toPlace(id)).toEqual({ account, day, slot, child });
        },
      ),
    );
    expect(toPlace('17990000000000001')).toBeUndefined();
    expect(toPlace('17841400000000001')).toBeUndefined();
  });

  it('has the documented people and accounts', () => {
    const accountsOf = (key: string) => world.accounts.filter(({ owner }) => owner === key);

    expect(people.map(({ email }) => email)).toHaveLength(8);
    expect(accountsOf('maya')).toHaveLength(4);
    expect(accountsOf('theo').filter(({ hasPage }) => hasPage)).toHaveLength(4);
    expect(accountsOf('ines')).toHaveLength(27);
    expect(new Set(world.accounts.map(({ id }) => id)).size).toBe(world.accounts.length);
    expect(world.accounts.every(({ id }) => /^1784140\d{10}$/.test(id))).toBe(true);
    expect(getTimeline('fjordlys.kitchen').feedAt(now).length).toBeGreaterThan(300);
    expect(
      getTimeline('fjordlys.kitchen')
        .feedAt(now)
        .filter(({ isFlagged }) => isFlagged),
    ).toHaveLength(1);
    expect(
      getTimeline('fjordlys.kitchen')
        .feedAt(now)
        .some(({ hidesLikes }) => hidesLikes),
    ).toBe(true);
    expect(getTimeline('theo.fieldnotes').followersAt(now)).toBeLessThan(100);
    expect(getTimeline('okafor.records').feedAt(now)).toHaveLength(0);
  });

  it('splits followers without inventing any', () => {
    fc.assert(
      fc.property(
        anyTimeline,
        fc.constantFrom('age', 'gender', 'age,gender', 'country', 'city'),
        ({ account }, dimension) => {
          const cells = demographics(account, dimension, 5_000, '');
          expect(cells.length).toBeLessThanOrEqual(45);
          expect(cells.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(5_000);
        },
      ),
    );
  });

  it('dates an account’s posts within their insight day, including in Pacific time', () => {
    const pacific = made('tidemark', 'America/Los_Angeles');
    for (const media of getTimeline('fjordlys.home.nz', pacific).feedAt(now))
      expect(pacific.calendar.dayAt(media.publishedAt)).toBe(media.day);
    expect(new Date(pacific.calendar.startOfDay(dayNumber('2026-11-21'))).toISOString()).toBe(
      '2026-11-21T08:00:00.000Z',
    );
    expect(new Date(pacific.calendar.startOfDay(dayNumber('2026-07-01'))).toISOString()).toBe(
      '2026-07-01T07:00:00.000Z',
    );
  });

  it("schedules posts in the account's local time, whatever the insight time zone", () => {
    const pacific = getTimeline('fjordlys.kitchen', made('tidemark', 'America/Los_Angeles'));
    const hours = pacific.feedAt(now).map(({ publishedAt }) => (new Date(publishedAt).getUTCHours() + 1) % 24);
    const online = Object.entries(pacific.onlineFollowers(today - 5)).toSorted(([, a], [, b]) => b - a);

    expect(hours.every((hour) => hour >= 6 && hour <= 22)).toBe(true);
    expect((Number(online[0]?.[0]) + 8 + 1) % 24).toBeGreaterThanOrEqual(18);
  });

  it('has the same anchor day for two years', () => {
    expect(anchorFor(new Date('2026-11-21'))).toBe('2026-11-01');
    expect(anchorFor(new Date('2028-09-30'))).toBe('2026-11-01');
    expect(anchorFor(new Date('2029-01-01'))).toBe('2028-11-01');
  });
});
