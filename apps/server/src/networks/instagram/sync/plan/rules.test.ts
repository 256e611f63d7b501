import { addDays, initializationTasks } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SyncPart, TaskCheckpoints } from '../../../../database/tables/sync.ts';
import { groupConsecutiveDays } from '../../../../features/sync/store/gap-days.ts';
import { refilledDays } from '../run/gap-rules.ts';
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
 * Runs a plan to its end, or for a number of steps, against a simulated Instagram with media pages and metrics since a
 * given day.
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
  it('runs tasks in order: media page by page, insights from the newest window backwards', () => {
    const { steps } = run(startInitialization(today), { pages: 3, since: '2026-08-01', oldestPost: '2026-08-02' });

    expect([...new Set(steps.map(({ task }) => task))]).toEqual([...initializationTasks]);
    expect(steps.filter(({ task }) => task === 'media_history')).toMatchObject([
      { after: null },
      { after: 'page 1' },
      { after: 'page 2' },
    ]);
    expect(steps.find(({ task }) => task === 'insights')).toEqual({ task: 'insights', from: '2026-10-23', to: today });
  });

  it("covers every day once, back to the account's start or two years", () => {
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
  it('fetches profile, new day, three earlier days, stories and demographics in one step', () => {
    const { steps } = run(startRefresh(regular), world);

    expect(steps).toMatchObject([
      { task: 'batch', from: '2026-11-17', to: today, stories: true, demographics: true },
      { task: 'media_history', after: null },
      { task: 'type_metrics' },
    ]);
  });

  it('fetches only today if earlier days were already fetched today', () => {
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

  it('fetches posts older than the business account from a separate list', () => {
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

it("fetches each length's latest window, a possibly revised window, and an earlier window until final", () => {
  expect(windowsEnding('2026-11-20', () => false).slice(0, 3)).toEqual([
    { endDay: '2026-11-20', days: 7 },
    { endDay: '2026-11-17', days: 7 },
    { endDay: '2026-11-13', days: 7 },
  ]);
  expect(windowsEnding('2026-11-20', () => false)).toHaveLength(12);
  expect(windowsEnding('2026-11-20', () => true)).toHaveLength(8);
});

it('fetches four-week windows that cover ranges ending on any weekday without gaps', () => {
  const ends = fourWeekWindows('2025-01-01', '2026-01-01', '2024-01-01').map(
    ({ endDay }) => Date.parse(endDay) / 86_400_000,
  );

  for (let weekday = 0; weekday < 7; weekday += 1) {
    const row = ends.filter((day) => day % 7 === weekday);
    expect(row.length).toBeGreaterThan(11);
    for (const [index, day] of row.slice(1).entries()) expect(day - (row[index] ?? 0)).toBe(28);
  }
});

it('no four-week window begins before the oldest day', () => {
  const begins = fourWeekWindows('2025-01-01', '2025-03-31', '2025-01-01').map(({ endDay }) => addDays(endDay, -27));

  expect(begins.length).toBeGreaterThan(10);
  expect(begins.filter((day) => day < '2025-01-01')).toEqual([]);
});
