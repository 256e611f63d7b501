import { expect, it } from 'vitest';
import { listRedefinitions } from './redefinitions.ts';

const source = 'https://example.com/changelog';
const rows = [
  ['views', { redefined: [{ day: '2026-10-01', text: 'A view lasts two seconds', source }] }],
  ['reach', { redefined: [{ day: '2026-09-15', text: 'Reach leaves out ads', source }] }],
  ['likes', {}],
] as const;
const list = (from: string, to: string) => listRedefinitions({ from, to }, rows);

it('lists the redefinitions of a range, and the cards that they concern', () => {
  expect(list('2026-09-01', '2026-10-01')).toEqual([
    {
      day: '2026-09-15',
      text: 'Reach leaves out ads',
      source,
      metrics: ['reach', 'engagement-rate', 'conversion-rate', 'virality-score'],
    },
    { day: '2026-10-01', text: 'A view lasts two seconds', source, metrics: ['views'] },
  ]);
});

it('lists no redefinition outside the range', () => {
  expect(list('2026-10-02', '2026-12-31')).toEqual([]);
  expect(list('2026-09-16', '2026-09-30')).toEqual([]);
});
