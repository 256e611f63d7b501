import { coloredShare, hasNothingStored, toDirection, trendBarWidth } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';

it('is flat without a change, down after a decrease, otherwise up', () => {
  expect(toDirection({ change: 0 })).toBe('flat');
  expect(toDirection({ change: -1 })).toBe('down');
  expect(toDirection({ change: 1 })).toBe('up');
});

it('is null without a certain change, which differs from flat', () => {
  expect(toDirection({ change: null })).toBeNull();
});

it('draws a trend bar between 5 and 100 percent wide', () => {
  fc.assert(
    fc.property(fc.constantFrom('up', 'down', 'flat'), fc.double(), (direction, change) => {
      const width = trendBarWidth(direction, change);

      expect(width).toBeGreaterThanOrEqual(5);
      expect(width).toBeLessThanOrEqual(100);
    }),
  );
});

it('fills the trend bar with the change, inverted for down and full for flat', () => {
  expect(trendBarWidth('up', 30)).toBe(30);
  expect(trendBarWidth('up', 400)).toBe(100);
  expect(trendBarWidth('up', 0.2)).toBe(5);
  expect(trendBarWidth('down', -30)).toBe(70);
  expect(trendBarWidth('down', -99)).toBe(5);
  expect(trendBarWidth('flat', 0)).toBe(100);
});

it('fills the bar equally for a fall and a rise of the same size', () => {
  fc.assert(
    fc.property(fc.double({ min: 5, max: 95, noNaN: true }), (change) => {
      expect(coloredShare('down', -change)).toBeCloseTo(coloredShare('up', change), 9);
    }),
  );
  expect(coloredShare('down', -11.8)).toBeCloseTo(11.8, 9);
  expect(coloredShare('flat', 0)).toBe(0);
});

it('distinguishes missing data from a real zero', () => {
  expect(hasNothingStored({ current: 0, series: [{ date: '2026-11-20', value: null, isClosed: true }] })).toBe(true);
  expect(hasNothingStored({ current: 0, series: [{ date: '2026-11-20', value: 0, isClosed: true }] })).toBe(false);
});
