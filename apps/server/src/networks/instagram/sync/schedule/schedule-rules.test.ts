import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartSyncTimes, SyncPart } from '../../../../database/tables/sync.ts';
import {
  earliest,
  getNextSyncs,
  getOverdueRatio,
  listDueParts,
  secondsAfterFailure,
  type SyncSchedule,
} from './schedule-rules.ts';

const hour = 3_600_000;

function syncSchedule(overrides: Partial<SyncSchedule> = {}): SyncSchedule {
  return {
    now: new Date('2026-11-21T12:00:00Z'),
    nextDayAfter: (instant) => new Date(Math.floor(instant.getTime() / (24 * hour) + 1) * 24 * hour),
    syncedAt: {},
    stories: [],
    isWatched: false,
    throttle: 1,
    jitter: 0.5,
    ...overrides,
  };
}

const readAt = (at: string): PartSyncTimes => ({ days: at, demographics: at, media: at, older_media: at, stories: at });

/** Simulates days: every due part is fetched immediately. Stories are published at these hours of every day. */
function pass(
  days: number,
  { publishedAt = [] as number[], ...overrides }: Partial<SyncSchedule> & { publishedAt?: number[] },
) {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const stories = Array.from({ length: days }, (_, day) =>
    publishedAt.map((at) => ({ publishedAt: new Date(start + (day * 24 + at) * hour), isFinal: false })),
  ).flat();
  const syncs: { at: Date; parts: Set<SyncPart> }[] = [];
  const read: PartSyncTimes = readAt(new Date(start).toISOString());
  const seen = new Set<(typeof stories)[number]>();
  for (let now = start; now < start + days * 24 * hour;) {
    const instant = new Date(now);
    const next = syncSchedule({ ...overrides, now: instant, syncedAt: read, stories: [...seen] });
    const due = getNextSyncs(next);
    if (earliest(due) > instant) {
      now = Math.min(earliest(due).getTime(), start + days * 24 * hour);
      continue;
    }
    const parts = listDueParts(due, instant, { isRequested: false });
    for (const part of parts) read[part] = instant.toISOString();
    for (const story of parts.has('stories') ? stories : []) {
      const age = now - story.publishedAt.getTime();
      if (age >= 0 && age < 24 * hour) seen.add(story);
      if (age >= 23.5 * hour && age < 24 * hour) story.isFinal = true;
    }
    syncs.push({ at: instant, parts });
    if (syncs.length > 10_000) throw new Error('The rhythm does not come to rest');
  }
  const over = stories.filter((story) => story.publishedAt.getTime() < start + (days - 1) * 24 * hour);
  return { syncs, stories: over, missed: over.filter((story) => !story.isFinal) };
}

describe('sync schedule', () => {
  it('syncs daily without viewers, in the hours after Instagram’s midnight, with jitter', () => {
    const early = pass(10, { jitter: 0 });
    const late = pass(10, { jitter: 1 });
    const daily = (passed: ReturnType<typeof pass>) => passed.syncs.filter(({ parts }) => parts.has('days'));

    expect(daily(early).length).toBeLessThanOrEqual(10);
    expect(daily(early).length).toBeGreaterThanOrEqual(9);
    for (const { at, parts } of daily(late)) {
      expect(at.getUTCHours()).toBe(6);
      expect(parts).toContain('media');
      expect(parts).toContain('stories');
    }
    for (const { at } of daily(early)) expect(at.getUTCHours()).toBe(1);
  });

  it('fetches every story just before it ends, whenever it was published', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 23.99, noNaN: true }), { maxLength: 6 }), (publishedAt) => {
        const { missed, stories } = pass(6, { publishedAt });
        expect(stories).toHaveLength(publishedAt.length * 5);
        expect(missed).toEqual([]);
      }),
    );
  });

  it('polls at most six times a day for an account with three stories a day', () => {
    fc.assert(
      fc.property(fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 0, max: 23.99, noNaN: true }))), (publishedAt) => {
        expect(pass(10, { publishedAt }).syncs.length).toBeLessThanOrEqual(10 * 6);
      }),
    );
  });

  it('syncs hourly with viewers, and half-hourly during a live story', () => {
    const at = '2026-11-21T11:50:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-21T09:00:00Z'), isFinal: false }];
    const watched = getNextSyncs(syncSchedule({ syncedAt: readAt(at), stories: live, isWatched: true }));

    expect(watched.media.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.days.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.stories.toISOString()).toBe('2026-11-21T12:20:00.000Z');
    expect(watched.older_media.getTime()).toBeGreaterThan(Date.parse('2026-11-27T00:00:00Z'));
  });

  it("applies the operator’s throttle factor, but not beyond a story's end", () => {
    const at = '2026-11-21T06:00:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-20T20:00:00Z'), isFinal: false }];
    const normal = getNextSyncs(syncSchedule({ syncedAt: readAt(at) }));
    const slowed = getNextSyncs(syncSchedule({ syncedAt: readAt(at), throttle: 3 }));
    const withStory = getNextSyncs(syncSchedule({ syncedAt: readAt(at), throttle: 100, stories: live }));

    const wait = ({ days }: typeof normal) => days.getTime() - Date.parse(at);
    expect(wait(slowed)).toBe(3 * wait(normal));
    expect(withStory.stories.toISOString()).toBe('2026-11-21T19:50:00.000Z');
  });

  it('never makes a part due again immediately, whatever the viewers and factor', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (isWatched, throttle, jitter) => {
          const now = new Date('2026-11-21T12:00:00Z');
          const next = getNextSyncs(
            syncSchedule({ now, syncedAt: readAt(now.toISOString()), isWatched, throttle, jitter }),
          );
          expect(earliest(next).getTime()).toBeGreaterThanOrEqual(now.getTime() + hour / 2);
        },
      ),
    );
  });
});

it('waits longer after each failure, up to six hours', () => {
  expect([1, 2, 3, 20].map((failures) => secondsAfterFailure('transient', failures))).toEqual([300, 600, 1200, 21_600]);
});

it('fetches recent posts more often than older posts, and unfetched posts first', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const yesterday = new Date('2026-11-20T12:00:00Z');
  const post = (published: string, read: Date | null) =>
    getOverdueRatio({ publishedAt: new Date(published), fetchedAt: read }, now);

  expect(post('2026-11-20T00:00:00Z', yesterday)).toBeGreaterThan(1);
  expect(post('2026-11-05T00:00:00Z', yesterday)).toBeLessThan(1);
  expect(post('2025-01-05T00:00:00Z', null)).toBe(Number.POSITIVE_INFINITY);
});
