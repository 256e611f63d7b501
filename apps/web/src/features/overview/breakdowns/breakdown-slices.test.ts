import type { Breakdown } from '@tidemark/contract';
import { isOverlapping, shareText, slicesBy, wholeBehind } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exact } from '#web/features/metrics/metrics.fixtures.ts';

const bySurface = (results: [string, number][]): Breakdown => ({
  value: 0,
  ...exact,
  breakdowns: [
    {
      dimensionKeys: ['media_product_type'],
      ...exact,
      results: results.map(([name, value]) => ({ value, dimensionValues: [name] })),
    },
  ],
});

it('labels content types, and adds up those with the same label', () => {
  const slices = slicesBy(
    'media_product_type',
    bySurface([
      ['REEL', 5],
      ['FEED', 1],
      ['POST', 2],
      ['STORY', 3],
      ['CAROUSEL_CONTAINER', 4],
      ['AD', 6],
      ['UNKNOWN', 7],
    ]),
  );

  expect(slices.map(({ label, value }) => [label, value])).toEqual([
    ['Reels', 5],
    ['Posts', 3],
    ['Carousels', 4],
    ['Stories', 3],
    ['Ads', 6],
    ['Unknown', 7],
  ]);
});

it('finds a dimension at any position, and returns nothing if it is missing', () => {
  expect(slicesBy('follow_type', bySurface([['FEED', 1]]))).toEqual([]);
});

it('formats shares as whole percentages, and 0 for an empty total', () => {
  expect(shareText(1, 3)).toBe('33%');
  expect(shareText(0, 0)).toBe('0%');
  expect(shareText(1, 1000)).toBe('<1%');
});

it('uses the value as the whole, unless overlapping parts exceed it', () => {
  const slices = slicesBy(
    'media_product_type',
    bySurface([
      ['FEED', 60],
      ['REEL', 60],
    ]),
  );

  expect(wholeBehind(slices, 200)).toBe(200);
  expect(wholeBehind(slices, 100)).toBe(120);
  expect(isOverlapping(slices, 100)).toBe(true);
  expect(isOverlapping(slices, 120)).toBe(false);
});

it('never returns negative shares or a total above the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { maxLength: 6 }), fc.nat(1e9), (values, value) => {
      const slices = values.map((part, index) => ({ key: `${index}`, label: '', value: part, color: '' }));
      const whole = wholeBehind(slices, value);
      const sum = values.reduce((total, part) => total + (whole > 0 ? part / whole : 0), 0);
      expect(sum).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});
