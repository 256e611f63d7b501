import { expect, it } from 'vitest';
import { toShareTitle } from './share-title.ts';

const days = { from: '2026-11-19', to: '2026-11-25', comparison: 'nothing', today: '2026-11-27' };

it.each([
  [['Fjordlys'], days, 'Fjordlys, Nov 19 – 25'],
  [['Fjordlys'], { ...days, to: '2026-11-19' }, 'Fjordlys, Nov 19'],
  [['Fjordlys'], { ...days, from: '2026-10-30' }, 'Fjordlys, Oct 30 – Nov 25'],
  [['Fjordlys'], { ...days, from: '2025-12-30' }, 'Fjordlys, Dec 30, 2025 – Nov 25, 2026'],
  [['Fjordlys', 'Ritmo', 'Voss'], days, 'Fjordlys and 2 more, Nov 19 – 25'],
  [['x'.repeat(64), 'y'.repeat(64)], days, '2 accounts, Nov 19 – 25'],
])('names %j and %j', (names, shown, title) => {
  expect(toShareTitle(names, 'shown', shown)).toBe(title);
});

it('names days that move along', () => {
  expect(toShareTitle(['Fjordlys'], 'last-365', days)).toBe('Fjordlys, last 365 days');
  expect(toShareTitle(['Fjordlys'], 'last-month', days)).toBe('Fjordlys, last month');
});
