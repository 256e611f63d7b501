import { initializationTasks } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadTimes, SyncPart, TaskCheckpoints } from '../../database/tables/sync.ts';
import { gainOf, tagsIn } from './media-rows.ts';
import { reckonFollowers } from './followers.ts';
import { refilledDays, stretchesOf, unseenStories } from './gap-rules.ts';
import { keepRefusals, standingRefusals } from './refusal-rules.ts';
import { earliestOf, nextReadings, overdue, partsDue, secondsAfterFailure, type Rhythm } from './rhythm-rules.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  startInitialization,
  startRefresh,
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

function outcomeOf(step: Step, { pages, since, oldestPost }: World): StepOutcome {
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
  if (step.task === 'insights' || step.task === 'together')
    return { task: step.task, from: step.from, to: step.to, found: step.to < since ? 0 : 1, oldestPost };
  return { task: step.task };
}

/** Runs a plan to its end, or through so many steps, against an Instagram with pages of media and figures since a day. */
function run(start: TaskCheckpoints, world: World, most = Number.POSITIVE_INFINITY) {
  const steps: Step[] = [];
  let checkpoints = start;
  for (let step = nextStep(checkpoints); step && steps.length < most; step = nextStep(checkpoints)) {
    if (steps.length > 500) throw new Error('The plan does not end');
    steps.push(step);
    checkpoints = finishStep(beginStep(checkpoints, step), step, outcomeOf(step, world));
  }
  return { steps, checkpoints };
}

const daysOf = (steps: Step[]) =>
  steps.flatMap((step) => {
    if (!('from' in step)) return [];
    const days = (Date.parse(step.to) - Date.parse(step.from)) / 86_400_000 + 1;
    expect(days).toBeLessThanOrEqual(30);
    return Array.from({ length: days }, (_, index) =>
      new Date(Date.parse(step.to) - index * 86_400_000).toISOString().slice(0, 10),
    );
  });

describe('a first sync', () => {
  it('takes its tasks in order, media page by page, insights from the newest window back', () => {
    const { steps } = run(startInitialization(today), { pages: 3, since: '2026-08-01', oldestPost: '2026-08-02' });

    expect([...new Set(steps.map(({ task }) => task))]).toEqual([...initializationTasks]);
    expect(steps.filter(({ task }) => task === 'media_history')).toMatchObject([
      { after: null },
      { after: 'page 1' },
      { after: 'page 2' },
    ]);
    expect(steps.find(({ task }) => task === 'insights')).toEqual({ task: 'insights', from: '2026-10-23', to: today });
  });

  it('covers every day once, without a gap, to the beginning or two years back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), (age) => {
        const since = new Date(Date.parse(today) - age * 86_400_000).toISOString().slice(0, 10);
        const covered = daysOf(run(startInitialization(today), { pages: 1, since, oldestPost: since }).steps);
        expect(covered[0]).toBe(today);
        expect(new Set(covered).size).toBe(covered.length);
        expect(covered).toEqual(covered.toSorted().toReversed());
        expect(covered.length).toBeGreaterThanOrEqual(Math.min(age + 1, 730));
        expect(covered.length).toBeLessThanOrEqual(730);
      }),
    );
  });

  it('does not take a silent month for the beginning while there are older posts', () => {
    const { steps } = run(startInitialization(today), { pages: 1, since: today, oldestPost: '2025-01-01' });

    const last = steps.findLast(({ task }) => task === 'insights');
    expect(last && 'from' in last ? last.from <= '2025-01-01' : false).toBe(true);
  });

  it('goes on exactly where it stood, wherever it was cut off', () => {
    const world = { pages: 3, since: '2025-06-01', oldestPost: '2025-06-01' };
    const whole = run(startInitialization(today), world).steps;
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (cut) => {
        const { checkpoints } = run(startInitialization(today), world, cut);
        const stored = JSON.parse(JSON.stringify(checkpoints)) as TaskCheckpoints; // as the database gives it back
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
  lastMediaDay: '2026-11-20',
  revisedToday: false,
};
const world = { pages: 1, since: '2020-01-01', oldestPost: '2020-01-01' };

describe('a later sync', () => {
  it('reads the profile, the new day, the three before it, stories and demographics in one step', () => {
    const { steps } = run(startRefresh(regular), world);

    expect(steps).toMatchObject([
      { task: 'together', from: '2026-11-17', to: today, stories: true, demographics: true },
      { task: 'media_history', after: null },
      { task: 'own_figures' },
    ]);
  });

  it('reads only today again when the days before were read today already', () => {
    const { steps } = run(startRefresh({ ...regular, lastCompleteDay: '2026-11-20', revisedToday: true }), world);

    expect(steps[0]).toMatchObject({ task: 'together', from: today, to: today });
  });

  it('leaves no day out, however long nobody could read, and however often it is cut short', () => {
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
        const read = new Set([...daysOf(first.steps), ...daysOf(second.steps)]);
        for (let day = Date.parse(lastCompleteDay); day <= Date.parse(tomorrow); day += 86_400_000)
          expect(read).toContain(new Date(day).toISOString().slice(0, 10));
      }),
    );
  });

  it('stops reading media once they are older than a month, and goes to the end when the old ones are due', () => {
    const pageOf = (due: ReadonlySet<SyncPart>) => {
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

    expect(pageOf(regular.due)).toEqual({ task: 'own_figures' });
    expect(pageOf(everything)).toMatchObject({ task: 'media_history', after: 'more' });
  });

  it('reads posts of before the business account in a list of their own', () => {
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

  it('says which days it looked for in vain only after a long silence', () => {
    const finished = (lastCompleteDay: string) => {
      const { steps, checkpoints } = run(startRefresh({ ...regular, lastCompleteDay }), world);
      const last = steps.findLast((step) => 'from' in step);
      return last && refilledDays(checkpoints, last);
    };

    expect(finished('2026-11-19')).toBeNull();
    expect(finished('2026-09-01')).toEqual({ from: '2026-08-30', to: '2026-11-18' });
    expect(stretchesOf(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-05'])).toEqual([
      { from: '2026-10-30', to: '2026-11-01' },
      { from: '2026-11-05', to: '2026-11-05' },
    ]);
  });
});

function rhythm(overrides: Partial<Rhythm> = {}): Rhythm {
  return {
    now: new Date('2026-11-21T12:00:00Z'),
    nextDayAfter: (instant) => new Date(Math.floor(instant.getTime() / (24 * hour) + 1) * 24 * hour),
    readAt: {},
    stories: [],
    isWatched: false,
    throttle: 1,
    spread: 0.5,
    ...overrides,
  };
}

const readAt = (at: string): ReadTimes => ({ days: at, demographics: at, media: at, older_media: at, stories: at });

/** Lets days pass: each time something is due it is read at once. Stories are published at these hours of every day. */
function pass(
  days: number,
  { publishedAt = [] as number[], ...overrides }: Partial<Rhythm> & { publishedAt?: number[] },
) {
  const start = Date.parse('2026-11-01T00:00:00Z');
  const stories = Array.from({ length: days }, (_, day) =>
    publishedAt.map((at) => ({ publishedAt: new Date(start + (day * 24 + at) * hour), isFinal: false })),
  ).flat();
  const readings: { at: Date; parts: Set<SyncPart> }[] = [];
  const read: ReadTimes = readAt(new Date(start).toISOString());
  const seen = new Set<(typeof stories)[number]>();
  for (let now = start; now < start + days * 24 * hour;) {
    const instant = new Date(now);
    const next = rhythm({ ...overrides, now: instant, readAt: read, stories: [...seen] });
    const due = nextReadings(next);
    if (earliestOf(due) > instant) {
      now = Math.min(earliestOf(due).getTime(), start + days * 24 * hour);
      continue;
    }
    const parts = partsDue(due, instant, { isWanted: false });
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

describe('the rhythm of an account', () => {
  it('is a reading a day when nobody looks, in the hours after Instagram’s midnight, not at the same time for all', () => {
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

  it('reads every story again just before it ends, whenever it was published', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 23.99, noNaN: true }), { maxLength: 6 }), (publishedAt) => {
        const { missed, stories } = pass(6, { publishedAt });
        expect(stories).toHaveLength(publishedAt.length * 5);
        expect(missed).toEqual([]);
      }),
    );
  });

  it('looks no more than six times a day at an account with three stories a day', () => {
    fc.assert(
      fc.property(fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 0, max: 23.99, noNaN: true }))), (publishedAt) => {
        expect(pass(10, { publishedAt }).readings.length).toBeLessThanOrEqual(10 * 6);
      }),
    );
  });

  it('is hourly while somebody looks, and every half hour while a story is live', () => {
    const at = '2026-11-21T11:50:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-21T09:00:00Z'), isFinal: false }];
    const watched = nextReadings(rhythm({ readAt: readAt(at), stories: live, isWatched: true }));

    expect(watched.media.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.days.toISOString()).toBe('2026-11-21T12:50:00.000Z');
    expect(watched.stories.toISOString()).toBe('2026-11-21T12:20:00.000Z');
    expect(watched.older_media.getTime()).toBeGreaterThan(Date.parse('2026-11-27T00:00:00Z'));
  });

  it('is stretched by the operator’s factor, but never beyond the end of a story', () => {
    const at = '2026-11-21T06:00:00.000Z';
    const live = [{ publishedAt: new Date('2026-11-20T20:00:00Z'), isFinal: false }];
    const normal = nextReadings(rhythm({ readAt: readAt(at) }));
    const slowed = nextReadings(rhythm({ readAt: readAt(at), throttle: 3 }));
    const withStory = nextReadings(rhythm({ readAt: readAt(at), throttle: 100, stories: live }));

    const wait = ({ days }: typeof normal) => days.getTime() - Date.parse(at);
    expect(wait(slowed)).toBe(3 * wait(normal));
    expect(withStory.stories.toISOString()).toBe('2026-11-21T19:50:00.000Z');
  });

  it('never plans what was just read for now, whoever looks and whatever the factor', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.double({ min: 1, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (isWatched, throttle, spread) => {
          const now = new Date('2026-11-21T12:00:00Z');
          const next = nextReadings(rhythm({ now, readAt: readAt(now.toISOString()), isWatched, throttle, spread }));
          expect(earliestOf(next).getTime()).toBeGreaterThanOrEqual(now.getTime() + hour / 2);
        },
      ),
    );
  });
});

it('knows when stories came and went unseen', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  expect(unseenStories('2026-11-20T13:00:00.000Z', now)).toBeNull();
  expect(unseenStories('2026-11-18T12:00:00.000Z', now)).toEqual({
    from: new Date('2026-11-18T12:00:00Z'),
    to: new Date('2026-11-20T12:00:00Z'),
  });
});

it('asks for the last window of each length, the one before it, and one that Instagram may have revised', () => {
  expect(windowsEnding('2026-11-20').slice(0, 3)).toEqual([
    { endDay: '2026-11-20', days: 7 },
    { endDay: '2026-11-13', days: 7 },
    { endDay: '2026-11-17', days: 7 },
  ]);
  expect(windowsEnding('2026-11-20')).toHaveLength(12);
});

it('waits longer after each failure, up to six hours', () => {
  expect([1, 2, 3, 20].map((failures) => secondsAfterFailure('transient', failures))).toEqual([300, 600, 1200, 21_600]);
});

it('reads young posts more often than old ones, and those never read first', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const yesterday = new Date('2026-11-20T12:00:00Z');
  const post = (published: string, read: Date | null) =>
    overdue({ publishedAt: new Date(published), readAt: read }, now);

  expect(post('2026-11-20T00:00:00Z', yesterday)).toBeGreaterThan(1);
  expect(post('2026-11-05T00:00:00Z', yesterday)).toBeLessThan(1);
  expect(post('2025-01-05T00:00:00Z', null)).toBe(Number.POSITIVE_INFINITY);
});

it('leaves a refused metric out for a month, and then asks again', () => {
  const kept = keepRefusals(['plain:reposts@2026-10-01'], ['plain:reposts', 'FEED:reposts'], today);

  expect(kept).toEqual(['plain:reposts@2026-10-01', `FEED:reposts@${today}`]);
  expect(standingRefusals(kept, today)).toEqual(['FEED:reposts']);
});

describe('what a media gained', () => {
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

  it('adds up to the last total, whatever the readings in between', () => {
    const reading = fc.option(fc.nat(100_000), { nil: null });
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 20 }), (readings) => {
        let known: number | null = null;
        let gained = 0;
        for (const views of readings) {
          gained += gainOf(known === null ? null : { ...none, views: known }, { ...none, views }).views;
          known = views ?? known;
        }
        expect(gained).toBe(known ?? 0);
      }),
    );
  });

  it('is negative when Instagram takes likes back, and nothing when it says nothing', () => {
    expect(gainOf({ ...none, likes: 10 }, { ...none, likes: 8 }).likes).toBe(-2);
    expect(gainOf({ ...none, likes: 10 }, none).likes).toBe(0);
  });
});

describe('the tags of a caption', () => {
  it('are found once whatever their case, in any script, and only where they are tags', () => {
    expect(tagsIn('#Kaffe with #kaffe and #كيك, mail me a#b', '#')).toEqual(['#Kaffe', '#كيك']);
    expect(tagsIn('thanks @anna.b_1. and @ANNA.B_1, mail x@example.com', '@')).toEqual(['@anna.b_1']);
    expect(tagsIn('', '#')).toEqual([]);
  });
});

describe('followers reckoned back', () => {
  it('undo exactly what the days did', () => {
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
        const reckoned = reckonFollowers(new Map(days.map((day, index) => [dayAt(index), day])), {
          day: dayAt(days.length - 1),
          followers,
        });
        for (const [day, expected] of truth) expect(reckoned.get(day)).toBe(expected);
      }),
    );
  });

  it('stop at a day of which nobody knows who came and left', () => {
    const days = new Map([
      ['2026-01-03', { follows: 1, unfollows: 0 }],
      ['2026-01-02', { follows: null, unfollows: null }],
      ['2026-01-01', { follows: 5, unfollows: 0 }],
    ]);

    expect([...reckonFollowers(days, { day: '2026-01-03', followers: 10 })]).toEqual([
      ['2026-01-03', 10],
      ['2026-01-02', 9],
    ]);
  });
});
