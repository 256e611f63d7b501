import type { MediaItem } from '@tidemark/contract';
import { formatText, highlightFigures, toDelta } from '@tidemark/presentation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaItem as item, mediaMetrics as metrics } from '#web/features/metrics/metrics.fixtures.ts';
import { formatOptions, filterByFormat, pruned } from '#web/features/posts/index.ts';
import { findBest } from './find-best.ts';

describe('media formats', () => {
  it('offers five formats plus those found in the data', () => {
    expect(formatOptions([])).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts']);
    expect(formatOptions([item('a', { mediaType: 'video' }), item('b')])).toContain('Videos');
  });

  it('filters the media by format', () => {
    const media = [item('a'), item('b', { mediaType: 'story' })];

    expect(filterByFormat(media, 'Stories').map(({ mediaId }) => mediaId)).toEqual(['b']);
    expect(filterByFormat(media, 'All formats')).toHaveLength(2);
    expect(filterByFormat(media, 'Carousels')).toEqual([]);
  });

  it('lists a collaboration under its format and under collaborations', () => {
    const media = [item('a', { collaborators: ['theo'] }), item('b')];

    expect(formatOptions(media)).toContain('Collabs');
    expect(formatOptions(media.slice(1))).not.toContain('Collabs');
    expect(filterByFormat(media, 'Collabs').map(({ mediaId }) => mediaId)).toEqual(['a']);
    expect(filterByFormat(media, 'Reels')).toHaveLength(2);
    expect(media.map(formatText)).toEqual(['Reel · Collab', 'Reel']);
  });

  it('shows unknown formats from a newer server as other', () => {
    const fromNewer: MediaItem = { ...item('a'), ...JSON.parse('{"mediaType":"hologram"}') };

    expect(formatOptions([fromNewer])).toContain('Other');
    expect(formatText(fromNewer)).toBe('Other');
    expect(filterByFormat([fromNewer], 'Other')).toHaveLength(1);
  });
});

it('keeps only existing media in a selection', () => {
  expect(pruned(new Set(['a', 'gone']), [item('a'), item('b')])).toEqual(new Set(['a']));
});

describe('totals of a selection', () => {
  it('adds up counts, and computes rates from the sums', () => {
    const figures = highlightFigures([
      item('a', { metrics: metrics(1000, 40), previousPeriodMetrics: metrics(400, 40) }),
      item('b', { metrics: metrics(3000, 40), previousPeriodMetrics: metrics(600, 0) }),
    ]);

    expect(figures.map(({ text }) => text)).toEqual(['≈ 4k', '8k', '80', '2.0%']);
    expect(figures.map(({ delta }) => delta)).toEqual([
      { direction: 'up', text: '3k' },
      { direction: 'up', text: '6k' },
      { direction: 'up', text: '40' },
      { direction: 'down', text: '2.0 pt' },
    ]);
  });

  it('bounds the people reached by several items, and shows the range', () => {
    const items = [800, 900, 1000].map((reach, index) => item(`${index}`, { metrics: metrics(reach, 10) }));

    const [reach, , , rate] = highlightFigures(items);

    expect(reach).toMatchObject({ text: '≈ 2.7k', range: '1k–2.7k', approx: { lower: 1000, upper: 2700 } });
    expect(rate?.approx).toMatchObject({ lower: null, upper: null });
    expect(highlightFigures(items.slice(2))[0]).toMatchObject({ text: '1k', approx: null });
    fc.assert(
      fc.property(fc.array(fc.nat(1e6), { minLength: 2, maxLength: 9 }), (counts) => {
        const [one] = highlightFigures(counts.map((count, at) => item(`${at}`, { metrics: metrics(count, 0) })));
        expect(one?.approx?.lower).toBe(Math.max(...counts));
        expect(one?.approx?.upper).toBe(counts.reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  it('has no comparison without previous values', () => {
    expect(highlightFigures([item('a')]).every(({ delta }) => delta === null)).toBe(true);
  });

  it('ignores changes below one, or below a tenth of a point', () => {
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
