import { expect, it } from 'vitest';
import { listActiveRefusals, mergeRefusals } from './refusal-rules.ts';

const today = '2026-11-21';

it('skips a refused metric for 30 days and then retries it', () => {
  const stored = mergeRefusals(['plain:reposts@2026-10-01'], ['plain:reposts', 'FEED:reposts'], today);

  expect(stored).toEqual(['plain:reposts@2026-10-01', `FEED:reposts@${today}`]);
  expect(listActiveRefusals(stored, today)).toEqual(['FEED:reposts']);
});
