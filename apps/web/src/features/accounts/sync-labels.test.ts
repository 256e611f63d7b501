import { describe, expect, it } from 'vitest';
import { currentTask, firstSyncProgress, describeTask } from './sync-labels.ts';

const pending = { status: 'pending', done: null, total: null } as const;
const completed = { status: 'completed', done: null, total: null } as const;
const posts = { status: 'in_progress', done: 150, total: 412 } as const;

describe('current task', () => {
  it('is the first in progress, with tasks of a first sync before others', () => {
    const tasks = { stories: { ...posts } };
    const initialization = {
      active: true,
      tasks: { account_details: completed, media_history: posts, insights: posts },
    };

    expect(currentTask({ initialization, tasks })?.name).toBe('media_history');
    expect(currentTask({ initialization: { ...initialization, active: false }, tasks })?.name).toBe('stories');
  });

  it('describes a task with its progress', () => {
    const task = currentTask({ initialization: { active: true, tasks: { media_history: posts } }, tasks: {} });

    expect(describeTask(task)).toBe('Syncing posts, 150 of 412');
  });

  it("describes a sync between two tasks as 'Syncing'", () => {
    expect(
      describeTask(currentTask({ initialization: { active: true, tasks: { stories: pending } }, tasks: {} })),
    ).toBe('Syncing');
  });
});

it("measures a first sync by its tasks and the current task's units", () => {
  const tasks = {
    account_details: completed,
    follower_demographics: completed,
    media_history: { ...posts, done: 206 },
  };

  expect(firstSyncProgress({ initialization: { active: true, tasks: {} } })).toBe(0);
  expect(firstSyncProgress({ initialization: { active: true, tasks } })).toBeCloseTo(2.5 / 6);
});
