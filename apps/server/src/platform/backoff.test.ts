import { expect, it } from 'vitest';
import { backoff } from './backoff.ts';

it('doubles the delay with each failure, up to a limit', () => {
  const delays = [0, 1, 2, 3, 50, 2_000].map((failures) => backoff(failures, { first: 5, max: 60 }));

  expect(delays).toEqual([5, 5, 10, 20, 60, 60]);
});
