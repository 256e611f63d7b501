import { describe, expect, it } from 'vitest';
import { mediaItem as item, mediaMetrics as metrics } from '../analytics.fixtures.ts';
import { findBest, toDelta, highlightFigures } from './highlight-figures.ts';
import { formatOptions, ofFormat, pruned } from './media-formats.ts';

describe('media formats', () => {
  it('offers five formats plus those found in the data', () => {
    expect(formatOptions([])).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts']);
    expect(formatOptions([{ mediaType: 'video' }, { mediaType: 'reel' }])).toContain('Videos');
  });

  it('filters the media by format', () => {
    const media = [item('a'), item('b', { mediaType: 'story' })];

    expect(ofFormat(media, 'Stories').map(({ mediaId }) => mediaId)).toEqual(['b']);
    expect(ofFormat(media, 'All formats')).toHaveLength(2);
    expect(ofFormat(media, 'Carousels')).toEqual([]);
  });
});

it('retains only existing media in a selection', () => {
  expect(pruned(new Set(['a', 'gone']), [item('a'), item('b')])).toEqual(new Set(['a']));
});

describe('totals of a selection', () => {
  it('adds up counts, and computes rates from the sums', () => {
    const figures = highlightFigures([
      item('a', { metrics: metrics(1000, 40), previousPeriodMetrics: metrics(400, 40) }),
      item('b', { metrics: metrics(3000, 40), previousPeriodMetrics: metrics(600, 0) }),
    ]);

    expect(figures.map(({ text }) => text)).toEqual(['4k', '8k', '80', '2.0%']);
    expect(figures.map(({ delta }) => delta)).toEqual([
      { direction: 'up', text: '3k' },
      { direction: 'up', text: '6k' },
      { direction: 'up', text: '40' },
      { direction: 'down', text: '2.0 pt' },
    ]);
  });

  it('has no comparison without previous values', () => {
    expect(highlightFigures([item('a')]).every(({ delta }) => delta === null)).toBe(true);
  });

  it('treats a change of less than one, or a tenth of a point, as none', () => {
    expect(toDelta(0.4, 1, String).text).toBe('No change');
    expect(toDelta(-0.09, 0.1, String)).toEqual({ direction: 'flat', text: 'No change' });
    expect(toDelta(Number.NaN, 1, String).direction).toBe('flat');
    expect(toDelta(-2, 1, String)).toEqual({ direction: 'down', text: '2' });
  });
});

it('highlights the item with the most interactions, and none without any', () => {
  expect(findBest([item('a'), item('b', { metrics: metrics(10, 99) })])).toBe('b');
  expect(findBest([item('a', { metrics: metrics(10, 0) }), item('b', { metrics: metrics(10, 0) })])).toBeNull();
  expect(findBest([item('a'), item('b', { timestamp: '2026-11-21T00:00:00.000Z' })])).toBe('b');
});
