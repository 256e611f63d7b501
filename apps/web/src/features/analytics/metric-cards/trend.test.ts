import fc from 'fast-check';
import { expect, it } from 'vitest';
import { directionOf, directionOfChange, hasNothingStored, trendBarWidth } from './trend.ts';

it('is flat when nothing changed, down when it was more before, else up', () => {
  expect(directionOf({ current: 5, previous: 5 })).toBe('flat');
  expect(directionOf({ current: 4, previous: 5 })).toBe('down');
  expect(directionOf({ current: 6, previous: 5 })).toBe('up');
});

it('goes by the sign of the change for followers', () => {
  expect(directionOfChange({ change: 0 })).toBe('flat');
  expect(directionOfChange({ change: -1 })).toBe('down');
  expect(directionOfChange({ change: 1 })).toBe('up');
});

it('draws a trend bar between 5 and 100 percent of its room', () => {
  fc.assert(
    fc.property(fc.constantFrom('up', 'down', 'flat'), fc.double(), (direction, change) => {
      const width = trendBarWidth(direction, change);

      expect(width).toBeGreaterThanOrEqual(5);
      expect(width).toBeLessThanOrEqual(100);
    }),
  );
});

it('fills the trend bar with the change, inverted for down and whole for flat', () => {
  expect(trendBarWidth('up', 30)).toBe(30);
  expect(trendBarWidth('up', 400)).toBe(100);
  expect(trendBarWidth('up', 0.2)).toBe(5);
  expect(trendBarWidth('down', -30)).toBe(70);
  expect(trendBarWidth('down', -99)).toBe(5);
  expect(trendBarWidth('flat', 0)).toBe(100);
});

it('tells nothing stored from a real zero', () => {
  expect(hasNothingStored({ current: 0, series: [{ date: '2026-11-20', value: null }] })).toBe(true);
  expect(hasNothingStored({ current: 0, series: [{ date: '2026-11-20', value: 0 }] })).toBe(false);
});
