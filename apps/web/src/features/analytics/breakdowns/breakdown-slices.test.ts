import type { Breakdown } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { shareText, slicesBy } from './breakdown-slices.ts';

const bySurface = (results: [string, number][]): Breakdown => ({
  value: 0,
  isApprox: false,
  breakdowns: [
    {
      dimensionKeys: ['media_product_type'],
      isApprox: false,
      results: results.map(([name, value]) => ({ value, dimensionValues: [name] })),
    },
  ],
});

it('names content types as people do and adds up those that read the same', () => {
  const slices = slicesBy(
    'media_product_type',
    bySurface([
      ['REEL', 5],
      ['FEED', 1],
      ['POST', 2],
      ['STORY', 3],
      ['CAROUSEL_CONTAINER', 4],
      ['AD', 6],
    ]),
  );

  expect(slices.map(({ label, value }) => [label, value])).toEqual([
    ['Posts', 3],
    ['Reels', 5],
    ['Stories', 3],
    ['Carousels', 4],
    ['Unknown', 6],
  ]);
});

it('finds its dimension wherever it stands, and is empty without it', () => {
  expect(slicesBy('follow_type', bySurface([['FEED', 1]]))).toEqual([]);
});

it('writes shares as whole percent, 0 when there is nothing', () => {
  const slices = slicesBy(
    'media_product_type',
    bySurface([
      ['FEED', 1],
      ['REEL', 2],
    ]),
  );

  expect(shareText(1, slices)).toBe('33%');
  expect(shareText(0, [])).toBe('0%');
});
