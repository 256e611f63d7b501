import { initializationTasks } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartSyncTimes, SyncPart, TaskCheckpoints } from '../../../database/tables/sync.ts';
import { toDelta, tagsIn } from '../store/media-rows.ts';
import { deriveFollowers } from '../store/followers.ts';
import { refilledDays, groupConsecutiveDays, unseenStories } from '../run/gap-rules.ts';
import { mergeRefusals, listActiveRefusals } from '../run/refusal-rules.ts';
import {
  earliest,
  getNextSyncs,
  getOverdueRatio,
  listDueParts,
  secondsAfterFailure,
  type SyncSchedule,
} from '../schedule/schedule-rules.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  startInitialization,
  startRefresh,
  fourWeekWindows,
  windowsEnding,
  type Step,
  type StepOutcome,
} from './rules.ts';

const today = '2026-11-21';
const hour = 3_600_000;

interface World {
  pages: number;
  since: string;
  oldestPost: string | null;
}

function toOutcome(step: Step, { pages, since, oldestPost }: World): StepOutcome {
  if (step.task === 'media_history') {
    const page = step.read / 50 + 1;
    return {
      task: step.task,
      read: 50,
      after: page < pages ? `page ${page}` : null,
      total: pages * 50,
      oldestOfPage: null,
      hasOlderWithoutInsights: false,
    };
  }
  if (step.task === 'insights' || step.task === 'batch')
    return { task: step.task, from: step.from, to: step.to, found: step.to < since ? 0 : 1, oldestPost };
  return { task: step.task };
}

/**
 * Runs a plan to its end, or for a number of steps, against a simulated Instagram with pages of media and metrics since
 * a given day.
 */
function run(start: TaskCheckpoints, world: World, most = Number.POSITIVE_INFINITY) {
  const steps: Step[] = [];
  let checkpoints = start;
  for (let step = nextStep(checkpoints); step && steps.length < most; step = nextStep(checkpoints)) {
    if (steps.length > 500) throw new Error('The plan does not end');
    steps.push(step);
    checkpoints = finishStep(beginStep(checkpoints, step), step, toOutcome(step, world));
  }
  return { steps, checkpoints };
}

const listDays = (steps: Step[]) =>
  steps.flatMap((step) => {
    if (!('from' in step)) return [];
    const days = (Date.parse(step.to) - Date.parse(step.from)) / 86_400_000 + 1;
    expect(days).toBeLessThanOrEqual(30);
    return Array.from({ length: days }, (_, index) =>
      new Date(Date.parse(step.to) - index * 86_400_000).toISOString().slice(0, 10),
    );
  });

describe('first sync', () => {
  it('runs its tasks in order, media page by page and insights from the newest window backwards', () => {
    const { steps } = run(startInitialization(today), { pages: 3, since: '2026-08-01', oldestPost: '2026-08-02' });

    expect([...new Set(steps.map(({ task }) => task))]).toEqual([...initializationTasks]);
    expect(steps.filter(({ task }) => task === 'media_history')).toMatchObject([
      { after: null },
      { after: 'page 1' },
      { after: 'page 2' },
    ]);
    expect(steps.find(({ task }) => task === 'insights')).toEqual({ task: 'insights', from: '2026-10-23', to: today });
  });

  it('covers every day once without a gap, back to the beginning or two years', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), (age) => {
        const since = new Date(Date.parse(today) - age * 86_400_000).toISOString().slice(0, 10);
        const covered = listDays(run(startInitialization(today), { pages: 1, since, oldestPost: since }).steps);
        expect(covered[0]).toBe(today);
        expect(new Set(covered).size).toBe(covered.length);
        expect(covered).toEqual(covered.toSorted().toReversed());
        expect(covered.length).toBeGreaterThanOrEqual(Math.min(age + 1, 730));
        expect(covered.length).toBeLessThanOrEqual(730);
      }),
    );
  });

  it('does not treat a month without data as the beginning while there are older posts', () => {
    const { steps } = run(startInitialization(today), { pages: 1, since: today, oldestPost: '2025-01-01' });

    const last = steps.findLast(({ task }) => task === 'insights');
    expect(last && 'from' in last ? last.from <= '2025-01-01' : false).toBe(true);
  });

  it('resumes exactly at its checkpoint after any interruption', () => {
    const world = { pages: 3, since: '2025-06-01', oldestPost: '2025-06-01' };
    const whole = run(startInitialization(today), world).steps;
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (cut) => {
        const { checkpoints } = run(startInitialization(today), world, cut);
        const stored = JSON.parse(JSON.stringify(checkpoints)) as TaskCheckpoints; // as returned by the database
        expect(nextStep(stored)).toEqual(whole[cut] ?? null);
      }),
    );
  });
});

const everything = new Set<SyncPart>(['days', 'demographics', 'media', 'older_media', 'stories']);
const regular = {
  today,
  due: new Set<SyncPart>(['days', 'demographics', 'media', 'stories']),
  lastCompleteDay: '2026-11-19',
  unfinishedFloor: null,
  outdatedFloor: null,
  lastMediaDay: '2026-11-20',
  revisedToday: false,
};
const world = { pages: 1, since: '2020-01-01', oldestPost: '2020-01-01' };

describe('later sync', () => {
  it('fetches the profile, the new day, the three before it, stories and demographics in one step', () => {
    const { steps } = run(startRefresh(regular), world);

    expect(steps).toMatchObject([
      { task: 'batch', from: '2026-11-17', to: today, stories: true, demographics: true },
      { task: 'media_history', after: null },
      { task: 'type_metrics' },
    ]);
  });

  it('fetches only today if the days before were already fetched today', () => {
    const { steps } = run(startRefresh({ ...regular, lastCompleteDay: '2026-11-20', revisedToday: true }), world);

    expect(steps[0]).toMatchObject({ task: 'batch', from: today, to: today });
  });

  it('misses no day after any gap and any number of interruptions', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat({ max: 12 }), (away, cut) => {
        const lastCompleteDay = new Date(Date.parse(today) - (away + 1) * 86_400_000).toISOString().slice(0, 10);
        const first = run(startRefresh({ ...regular, lastCompleteDay }), world, cut);
        const { insights } = first.checkpoints;
        const unfinishedFloor = insights?.status === 'completed' ? null : (insights?.floor ?? null);
        const tomorrow = '2026-11-22';
        const second = run(
          startRefresh({
            ...regular,
            today: tomorrow,
            lastCompleteDay: cut > 0 ? '2026-11-20' : lastCompleteDay,
            unfinishedFloor,
          }),
          world,
        );
        const read = new Set([...listDays(first.steps), ...listDays(second.steps)]);
        for (let day = Date.parse(lastCompleteDay); day <= Date.parse(tomorrow); day += 86_400_000)
          expect(read).toContain(new Date(day).toISOString().slice(0, 10));
      }),
    );
  });

  it('stops at media older than a month, or continues to the end when older media are due', () => {
    const toPage = (due: ReadonlySet<SyncPart>) => {
      const start: TaskCheckpoints = { media_history: startRefresh({ ...regular, due }).media_history };
      const step = nextStep(start);
      if (!step) throw new Error('Nothing to read');
      const outcome = {
        task: 'media_history' as const,
        read: 100,
        after: 'more',
        total: 500,
        oldestOfPage: '2026-10-01',
        hasOlderWithoutInsights: false,
      };
      return nextStep(finishStep(start, step, outcome));
    };

    expect(toPage(regular.due)).toEqual({ task: 'type_metrics' });
    expect(toPage(everything)).toMatchObject({ task: 'media_history', after: 'more' });
  });

  it('fetches posts from before the business account in a separate list', () => {
    const start: TaskCheckpoints = { media_history: startRefresh({ ...regular, due: everything }).media_history };
    const step = nextStep(start);
    if (!step) throw new Error('Nothing to read');
    const listed = finishStep(start, step, {
      task: 'media_history',
      read: 12,
      after: null,
      total: 20,
      oldestOfPage: '2026-01-01',
      hasOlderWithoutInsights: true,
    });

    expect(nextStep(listed)).toMatchObject({ task: 'media_history', after: null, withoutInsights: true });
  });

  it('reports refetched days only after a long gap', () => {
    const finished = (lastCompleteDay: string) => {
      const { steps, checkpoints } = run(startRefresh({ ...regular, lastCompleteDay }), world);
      const last = steps.findLast((step) => 'from' in step);
      return last && refilledDays(checkpoints, last);
    };

    expect(finished('2026-11-19')).toBeNull();
    expect(finished('2026-09-01')).toEqual({ from: '2026-08-30', to: '2026-11-18' });
    expect(groupConsecutiveDays(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-05'])).toEqual([
      { from: '2026-10-30', to: '2026-11-01' },
      { from: '2026-11-05', to: '2026-11-05' },
    ]);
  });
});

function syncSchedule(overrides: Partial<SyncSchedule> = {}): SyncSchedule {
  return {
    now: new Date('2026-11-21T12:00:00Z'),
    nextDayAfter: (instant) => new Date(Math.floor(instant.getTime() / (24 * hour) + 1) * 24 * hour),
    syncedAt: {},
    stories: [],
    isWatched: false,
    throttle: 1,
    spread: 0.5,
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
  const readings: { at: Date; parts: Set<SyncPart> }[] = [];
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
    readings.push({ at: instant, parts });
    if (readings.length > 10_000) throw new Error('The rhythm does not come to rest');
  }
  const over = stories.filter((story) => story.publishedAt.getTime() < start + (days - 1) * 24 * hour);
  return { readings, stories: over, missed: over.filter((story) => !story.isFinal) };
}

describe('sync schedule', () => {
  it('sync is daily while nobody is viewing, in the hours after Instagram’s midnight, with jitter', () => {
    const early = pass(10, { spread: 0 });
    const late = pass(10, { spread: 1 });
    const daily = (passed: ReturnType<typeof pass>) => passed.readings.filter(({ parts }) => parts.has('days'));

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
        expect(pass(10, { publishedAt }).readings.length).toBeLessThanOrEqual(10 * 6);
      }),
    );
  });

  it('sync is hourly while somebody is viewing, and half-hourly while a story is live', () => {
    const at = '2026-11-21T11:50:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-21T09:00:00Z'), isFinal: false }];
    const watched = getNextSyncs(syncSchedule({ syncedAt: readAt(at), stories: live, isWatched: true }));

    expect(watched.media.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.days.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.stories.toISOString()).toBe('2026-11-21T12:20:00.000Z');
    expect(watched.older_media.getTime()).toBeGreaterThan(Date.parse('2026-11-27T00:00:00Z'));
  });

  it('schedule is scaled by the operator’s throttle factor, but not beyond the end of a story', () => {
    const at = '2026-11-21T06:00:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-20T20:00:00Z'), isFinal: false }];
    const normal = getNextSyncs(syncSchedule({ syncedAt: readAt(at) }));
    const slowed = getNextSyncs(syncSchedule({ syncedAt: readAt(at), throttle: 3 }));
    const withStory = getNextSyncs(syncSchedule({ syncedAt: readAt(at), throttle: 100, stories: live }));

    const wait = ({ days }: typeof normal) => days.getTime() - Date.parse(at);
    expect(wait(slowed)).toBe(3 * wait(normal));
    expect(withStory.stories.toISOString()).toBe('2026-11-21T19:50:00.000Z');
  });

  it('never makes a part due again immediately, regardless of viewers and factor', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (isWatched, throttle, spread) => {
          const now = new Date('2026-11-21T12:00:00Z');
          const next = getNextSyncs(
            syncSchedule({ now, syncedAt: readAt(now.toISOString()), isWatched, throttle, spread }),
          );
          expect(earliest(next).getTime()).toBeGreaterThanOrEqual(now.getTime() + hour / 2);
        },
      ),
    );
  });
});

it('detects when stories came and went unseen', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  expect(unseenStories('2026-11-20T13:00:00.000Z', now)).toBeNull();
  expect(unseenStories('2026-11-18T12:00:00.000Z', now)).toEqual({
    from: new Date('2026-11-18T12:00:00Z'),
    to: new Date('2026-11-20T12:00:00Z'),
  });
});

it('fetches the last window of each length, one that Instagram may have revised, and the one before it unless it is final', () => {
  expect(windowsEnding('2026-11-20', () => false).slice(0, 3)).toEqual([
    { endDay: '2026-11-20', days: 7 },
    { endDay: '2026-11-17', days: 7 },
    { endDay: '2026-11-13', days: 7 },
  ]);
  expect(windowsEnding('2026-11-20', () => false)).toHaveLength(12);
  expect(windowsEnding('2026-11-20', () => true)).toHaveLength(8);
});

it('fetches four-week windows so that ranges ending on any weekday are covered without gaps', () => {
  const ends = fourWeekWindows('2025-01-01', '2026-01-01').map(({ endDay }) => Date.parse(endDay) / 86_400_000);

  for (let weekday = 0; weekday < 7; weekday += 1) {
    const row = ends.filter((day) => day % 7 === weekday);
    expect(row.length).toBeGreaterThan(11);
    for (const [index, day] of row.slice(1).entries()) expect(day - (row[index] ?? 0)).toBe(28);
  }
});

it('waits longer after each failure, up to six hours', () => {
  expect([1, 2, 3, 20].map((failures) => secondsAfterFailure('transient', failures))).toEqual([300, 600, 1200, 21_600]);
});

it('fetches recent posts more often than older ones, and unfetched ones first', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const yesterday = new Date('2026-11-20T12:00:00Z');
  const post = (published: string, read: Date | null) =>
    getOverdueRatio({ publishedAt: new Date(published), fetchedAt: read }, now);

  expect(post('2026-11-20T00:00:00Z', yesterday)).toBeGreaterThan(1);
  expect(post('2026-11-05T00:00:00Z', yesterday)).toBeLessThan(1);
  expect(post('2025-01-05T00:00:00Z', null)).toBe(Number.POSITIVE_INFINITY);
});

it('skips a refused metric for 30 days and then retries it', () => {
  const stored = mergeRefusals(['plain:reposts@2026-10-01'], ['plain:reposts', 'FEED:reposts'], today);

  expect(stored).toEqual(['plain:reposts@2026-10-01', `FEED:reposts@${today}`]);
  expect(listActiveRefusals(stored, today)).toEqual(['FEED:reposts']);
});

describe('media deltas', () => {
  const none = {
    reach: null,
    views: null,
    likes: null,
    comments: null,
    saved: null,
    shares: null,
    interactions: null,
    follows: null,
  };

  it('deltas add up to the latest total for any syncs in between', () => {
    const reading = fc.option(fc.nat(100_000), { nil: null });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 20 }), (readings) => {
        let known: number | null = null;
        let gained = 0;
        for (const views of readings) {
          gained += toDelta(known === null ? null : { ...none, views: known }, { ...none, views }).views;
          known = views ?? known;
        }
        expect(gained).toBe(known ?? 0);
      }),
    );
  });

  it('deltas are negative when Instagram removes likes, and zero when it reports nothing', () => {
    expect(toDelta({ ...none, likes: 10 }, { ...none, likes: 8 }).likes).toBe(-2);
    expect(toDelta({ ...none, likes: 10 }, none).likes).toBe(0);
  });
});

describe('caption tags', () => {
  it('finds tags once regardless of case, in any script, and only where they are tags', () => {
    expect(tagsIn('#Kaffe with #kaffe and #كيك, mail me a#b', '#')).toEqual(['#Kaffe', '#كيك']);
    expect(tagsIn('thanks @anna.b_1. and @ANNA.B_1, mail x@example.com', '@')).toEqual(['@anna.b_1']);
    expect(tagsIn('', '#')).toEqual([]);
  });
});

describe('followers derived backwards', () => {
  it('deriving followers undoes exactly the daily changes', () => {
    const moves = fc.array(fc.record({ follows: fc.nat(500), unfollows: fc.nat(500) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(moves, fc.integer({ min: 50_000, max: 1_000_000 }), (days, start) => {
        const dayAt = (index: number) =>
          new Date(Date.parse('2026-01-01') + index * 86_400_000).toISOString().slice(0, 10);
        let followers = start;
        const truth = days.map(({ follows, unfollows }, index) => {
          followers += follows - unfollows;
          return [dayAt(index), followers] as const;
        });
        const reckoned = deriveFollowers(new Map(days.map((day, index) => [dayAt(index), day])), {
          day: dayAt(days.length - 1),
          followers,
        });
        for (const [day, expected] of truth) expect(reckoned.get(day)).toBe(expected);
      }),
    );
  });

  it('stops at a day without known changes', () => {
    const days = new Map([
      ['2026-01-03', { follows: 1, unfollows: 0 }],
      ['2026-01-02', { follows: null, unfollows: null }],
      ['2026-01-01', { follows: 5, unfollows: 0 }],
    ]);

    expect([...deriveFollowers(days, { day: '2026-01-03', followers: 10 })]).toEqual([
      ['2026-01-03', 10],
      ['2026-01-02', 9],
    ]);
  });
});
