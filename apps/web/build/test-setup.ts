import { cleanup, configure } from '@testing-library/react';
import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Node's is missing in the context of its own in which each file runs.
Object.assign(globalThis, { BroadcastChannel });

// On a busy machine, a page takes longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

let said: unknown[][] = [];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(words));
});

// Unread warnings pile up, so each one fails its test.
afterEach(() => {
  cleanup();
  expect(said).toEqual([]);
});
