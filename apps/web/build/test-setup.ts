import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
