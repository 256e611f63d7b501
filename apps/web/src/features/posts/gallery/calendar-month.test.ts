import { expect, it } from 'vitest';
import { addMonths, listMonthDays, monthLabel, toMonthRange, toWeekday } from './calendar-month.ts';

it('moves across years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-11', 14)).toBe('2028-01');
});

it('ends a month on its last day', () => {
  expect(toMonthRange('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(listMonthDays('2026-02')).toHaveLength(28);
});

it('names a month, and counts weekdays from Sunday', () => {
  expect(monthLabel('2026-11')).toBe('November 2026');
  expect(toWeekday('2026-11-01')).toBe(0);
  expect(toWeekday('2026-11-07')).toBe(6);
});
