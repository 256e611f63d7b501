import { initializationTasks } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskCheckpoints } from '../../database/tables/sync.ts';
import { gainOf, tagsIn } from './media-rows.ts';
import { reckonFollowers } from './followers.ts';
import {
  beginStep,
  finishStep,
  nextStep,
  secondsUntilNextSync,
  startInitialization,
  startRefresh,
  windowsEnding,
  type Step,
  type StepOutcome,
} from './rules.ts';

const today = '2026-11-21';

/** Runs a plan to its end against an Instagram with so many pages of media and figures since a day. */
function runToEnd(
  start: TaskCheckpoints,
  { pages, since, oldestPost }: { pages: number; since: string; oldestPost: string | null },
): Step[] {
  const steps: Step[] = [];
  let page = 0;
  let checkpoints = start;
  for (let step = nextStep(checkpoints); step; step = nextStep(checkpoints)) {
    if (steps.length > 500) throw new Error('The plan does not end');
    steps.push(step);
    checkpoints = finishStep(beginStep(checkpoints, step), outcomeOf(step));
  }
  return steps;

  function outcomeOf(step: Step): StepOutcome {
    if (step.task === 'media_history') {
      page += 1;
      return {
        task: step.task,
        read: 50,
        after: page < pages ? `page ${page}` : null,
        total: pages * 50,
        oldestOfPage: null,
      };
    }
    if (step.task === 'insights')
      return { task: step.task, from: step.from, to: step.to, found: step.to < since ? 0 : 1, oldestPost };
    return { task: step.task };
  }
}

describe('a first sync', () => {
  it('takes its tasks in order, media page by page, insights from the newest window back', () => {
    const steps = runToEnd(startInitialization(today), { pages: 3, since: '2026-08-01', oldestPost: '2026-08-02' });

    expect([...new Set(steps.map(({ task }) => task))]).toEqual([...initializationTasks]);
    expect(steps.filter(({ task }) => task === 'media_history')).toEqual([
      { task: 'media_history', after: null },
      { task: 'media_history', after: 'page 1' },
      { task: 'media_history', after: 'page 2' },
    ]);
    expect(steps.find(({ task }) => task === 'insights')).toEqual({ task: 'insights', from: '2026-10-23', to: today });
  });

  it('covers every day once, without a gap, to the beginning or two years back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), (age) => {
        const since = new Date(Date.parse(today) - age * 86_400_000).toISOString().slice(0, 10);
        const windows = runToEnd(startInitialization(today), { pages: 1, since, oldestPost: since }).flatMap((step) =>
          step.task === 'insights' ? [step] : [],
        );
        const covered = windows.flatMap(({ from, to }) => {
          const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
          expect(days).toBeLessThanOrEqual(30);
          return Array.from({ length: days }, (_, index) =>
            new Date(Date.parse(to) - index * 86_400_000).toISOString().slice(0, 10),
          );
        });
        expect(covered[0]).toBe(today);
        expect(new Set(covered).size).toBe(covered.length);
        expect(covered).toEqual(covered.toSorted().toReversed());
        expect(covered.length).toBeGreaterThanOrEqual(Math.min(age + 1, 730));
        expect(covered.length).toBeLessThanOrEqual(730);
      }),
    );
  });

  it('does not take a silent month for the beginning while there are older posts', () => {
    const steps = runToEnd(startInitialization(today), { pages: 1, since: today, oldestPost: '2025-01-01' });

    const last = steps.findLast(({ task }) => task === 'insights');
    expect(last && 'from' in last ? last.from <= '2025-01-01' : false).toBe(true);
  });

  it('goes on exactly where it stood, wherever it was cut off', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), (cut) => {
        const world = { pages: 3, since: '2025-06-01', oldestPost: '2025-06-01' };
        const whole = runToEnd(startInitialization(today), world);
        let checkpoints = startInitialization(today);
        for (const step of whole.slice(0, cut)) {
          checkpoints = finishStep(
            beginStep(checkpoints, step),
            step.task === 'insights'
              ? {
                  task: 'insights',
                  from: step.from,
                  to: step.to,
                  found: step.to < world.since ? 0 : 1,
                  oldestPost: world.oldestPost,
                }
              : step.task === 'media_history'
                ? {
                    task: 'media_history',
                    read: 50,
                    after: step.after === 'page 2' ? null : `page ${step.after === null ? 1 : 2}`,
                    total: 150,
                    oldestOfPage: null,
                  }
                : { task: step.task },
          );
        }
        const stored = JSON.parse(JSON.stringify(checkpoints)) as TaskCheckpoints; // as the database gives it back
        expect(nextStep(stored)).toEqual(whole[cut] ?? null);
      }),
    );
  });
});

describe('a later sync', () => {
  it('reads the last three days again, and what was missed since the last one', () => {
    expect(nextStep({ insights: startRefresh(today, today).insights })).toEqual({
      task: 'insights',
      from: '2026-11-18',
      to: today,
    });
    const afterTwoMonths = runToEnd(
      { insights: startRefresh(today, '2026-09-21').insights },
      { pages: 1, since: '2020-01-01', oldestPost: '2020-01-01' },
    );
    expect(afterTwoMonths.at(-1)).toMatchObject({ from: '2026-09-18' });
  });

  it('stops reading media once they are older than a month, and asks for demographics once a day', () => {
    const checkpoints = startRefresh(today, today);
    const after = finishStep(checkpoints, {
      task: 'media_history',
      read: 50,
      after: 'more',
      total: 500,
      oldestOfPage: '2026-10-01',
    });

    expect(after.media_history?.status).toBe('completed');
    expect(checkpoints.follower_demographics).toBeUndefined();
    expect(startRefresh(today, '2026-11-20').follower_demographics?.status).toBe('pending');
  });
});

it('asks for the last window of each length and the one before it', () => {
  expect(windowsEnding('2026-11-20').slice(0, 2)).toEqual([
    { endDay: '2026-11-20', days: 7 },
    { endDay: '2026-11-13', days: 7 },
  ]);
  expect(windowsEnding('2026-11-20')).toHaveLength(8);
});

it('waits longer after each failure, up to six hours, and never the same for all accounts', () => {
  expect([1, 2, 3, 20].map((failures) => secondsUntilNextSync('transient', failures, 0.5))).toEqual([
    300, 600, 1200, 21_600,
  ]);
  expect(secondsUntilNextSync('done', 0, 0)).not.toBe(secondsUntilNextSync('done', 0, 1));
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
