import { expect, it } from 'vitest';
import { listActiveRefusals, mergeRefusals } from './refusal-rules.ts';

const asked = { today: '2026-11-21', host: 'facebook' } as const;
const atInstagram = { ...asked, host: 'instagram' } as const;

it('skips a refused metric for 30 days and then retries it', () => {
  const stored = mergeRefusals(['plain:reposts@2026-10-01'], ['plain:reposts', 'FEED:reposts'], asked);

  expect(stored).toEqual(['plain:reposts@2026-10-01', `FEED:reposts@${asked.today}`]);
  expect(listActiveRefusals(stored, asked)).toEqual(['FEED:reposts']);
});

it('keeps what each host refuses apart', () => {
  const stored = mergeRefusals([`FEED:reposts@${asked.today}`], ['plain:views'], atInstagram);

  expect(listActiveRefusals(stored, asked)).toEqual(['FEED:reposts']);
  expect(listActiveRefusals(stored, atInstagram)).toEqual(['plain:views']);
  expect(listActiveRefusals(mergeRefusals(stored, [], asked), atInstagram)).toEqual(['plain:views']);
});
