import { expect, it } from 'vitest';
import fc from 'fast-check';
import { whenLabel } from '../posts-grid/when-label.ts';
import { parseWhen, writeWhen } from './published-when.ts';

const weekday = fc.nat(6);
const block = fc.option(fc.nat(5));

it('survives the URL', () => {
  fc.assert(
    fc.property(weekday, block, (day, part) => {
      const when = { weekday: day, block: part };
      expect(parseWhen(writeWhen(when))).toEqual(when);
    }),
  );
  expect(parseWhen(writeWhen({ day: '2026-11-19' }))).toEqual({ day: '2026-11-19' });
});

it('drops invalid values', () => {
  for (const text of ['', 'Thu', 'thursday', 'thu.', 'thu.8a', 'thu.8a-12p.x', '.8a-12p', '2026-02-30']) {
    expect(parseWhen(text)).toBeNull();
  }
});

it('formats days and hours in plain words', () => {
  expect(whenLabel({ day: '2026-11-19' })).toBe('Thursday, Nov 19');
  expect(whenLabel({ weekday: 4, block: null })).toBe('Thursdays');
  expect(whenLabel({ weekday: 4, block: 2 })).toBe('Thursdays, 8a-12p');
});
