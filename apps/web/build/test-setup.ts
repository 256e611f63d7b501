import { cleanup, configure } from '@testing-library/react';
import { BroadcastChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Each test file runs in its own context, which lacks Node's.
Object.assign(globalThis, { BroadcastChannel });

// A busy machine takes longer to show a page than the default one second.
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
