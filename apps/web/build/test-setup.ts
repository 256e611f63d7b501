import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

let said: unknown[][] = [];

beforeEach(() => {
  said = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void said.push(words));
});

// A warning that nobody reads piles up: each is a failure of its test.
afterEach(() => {
  cleanup();
  expect(said).toEqual([]);
});
