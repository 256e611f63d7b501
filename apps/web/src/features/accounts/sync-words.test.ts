import { describe, expect, it } from 'vitest';
import { currentTask, firstSyncProgress, taskInWords } from './sync-words.ts';

const pending = { status: 'pending', done: null, total: null } as const;
const completed = { status: 'completed', done: null, total: null } as const;
const posts = { status: 'in_progress', done: 150, total: 412 } as const;

describe('the current task', () => {
  it('is the first in progress, those of a first sync before others', () => {
    const tasks = { stories: { ...posts } };
    const initialization = {
      active: true,
      tasks: { account_details: completed, media_history: posts, insights: posts },
    };

    expect(currentTask({ initialization, tasks })?.name).toBe('media_history');
    expect(currentTask({ initialization: { ...initialization, active: false }, tasks })?.name).toBe('stories');
  });

  it('is put in words with its progress', () => {
    const task = currentTask({ initialization: { active: true, tasks: { media_history: posts } }, tasks: {} });

    expect(taskInWords(task)).toBe('Reading posts, 150 of 412');
  });

  it("reads 'Syncing' between two tasks", () => {
    expect(taskInWords(currentTask({ initialization: { active: true, tasks: { stories: pending } }, tasks: {} }))).toBe(
      'Syncing',
    );
  });
});

it('counts a first sync by its tasks and by the units of the one in progress', () => {
  const tasks = {
    account_details: completed,
    follower_demographics: completed,
    media_history: { ...posts, done: 206 },
  };

  expect(firstSyncProgress({ initialization: { active: true, tasks: {} } })).toBe(0);
  expect(firstSyncProgress({ initialization: { active: true, tasks } })).toBeCloseTo(2.5 / 6);
});
