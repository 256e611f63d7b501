import { describe, expect, it } from 'vitest';
import { mediaItem as item, mediaMetrics as metrics } from '../made-up.ts';
import { bestOf, deltaOf, highlightFigures } from './highlight-figures.ts';
import { formatOptions, ofFormat, pruned } from './media-formats.ts';

describe('the formats', () => {
  it('are five, and those found in the data', () => {
    expect(formatOptions([])).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts']);
    expect(formatOptions([{ mediaType: 'video' }, { mediaType: 'reel' }])).toContain('Videos');
  });

  it('choose what is shown', () => {
    const media = [item('a'), item('b', { mediaType: 'story' })];

    expect(ofFormat(media, 'Stories').map(({ mediaId }) => mediaId)).toEqual(['b']);
    expect(ofFormat(media, 'All formats')).toHaveLength(2);
    expect(ofFormat(media, 'Carousels')).toEqual([]);
  });
});

it('keeps of a selection what still exists', () => {
  expect(pruned(new Set(['a', 'gone']), [item('a'), item('b')])).toEqual(new Set(['a']));
});

describe('the figures of a selection', () => {
  it('are sums, and a ratio of sums', () => {
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

  it('are compared with nothing when nothing was there before', () => {
    expect(highlightFigures([item('a')]).every(({ delta }) => delta === null)).toBe(true);
  });

  it('call a change of less than one, or a tenth of a point, no change', () => {
    expect(deltaOf(0.4, 1, String).text).toBe('No change');
    expect(deltaOf(-0.09, 0.1, String)).toEqual({ direction: 'flat', text: 'No change' });
    expect(deltaOf(Number.NaN, 1, String).direction).toBe('flat');
    expect(deltaOf(-2, 1, String)).toEqual({ direction: 'down', text: '2' });
  });
});

it('points at the one with most interactions, and at none when all are alike nothing', () => {
  expect(bestOf([item('a'), item('b', { metrics: metrics(10, 99) })])).toBe('b');
  expect(bestOf([item('a', { metrics: metrics(10, 0) }), item('b', { metrics: metrics(10, 0) })])).toBeNull();
  expect(bestOf([item('a'), item('b', { timestamp: '2026-11-21T00:00:00.000Z' })])).toBe('b');
});
