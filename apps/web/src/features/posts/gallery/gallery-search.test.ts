import { galleryMetrics, maxPostsToCompare } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { type GalleryView, hasFilters, toMetric, toSearch, toView } from './gallery-search.ts';

const label = '0b7e7e2a-94f5-4a3c-8f0e-1d2c3b4a5f60';
const view: GalleryView = {
  layout: 'list',
  sort: { by: 'saved', direction: 'asc' },
  metrics: galleryMetrics,
  pick: 'worst',
  format: 'REEL',
  label,
  weekday: 4,
  hashtag: 'bread',
  query: 'slow sunday',
  withStories: true,
  month: null,
  selected: [
    { accountId: '1', mediaId: '2' },
    { accountId: '3', mediaId: '4' },
  ],
  isComparing: true,
};

it('writes a view to the URL and reads it back', () => {
  const search = toSearch(view);

  expect(search).toEqual({
    view: 'list',
    sort: 'saved.asc',
    only: 'worst',
    kind: 'REEL',
    label,
    weekday: 'thu',
    hashtag: 'bread',
    search: 'slow sunday',
    stories: 'on',
    selected: '1.2,3.4',
    comparing: 'on',
  });
  expect(toView(search)).toEqual(view);
});

it('omits defaults', () => {
  expect(toSearch(toView({}))).toEqual({});
  expect(toSearch({ ...toView({}), layout: 'calendar', month: '2026-10' })).toEqual({
    view: 'calendar',
    month: '2026-10',
  });
});

it('drops invalid values', () => {
  const search = {
    view: 'wall',
    sort: 'impressions.desc',
    only: 'median',
    kind: 'VIDEO',
    label: '1',
    weekday: 'day',
    hashtag: "x' or 1",
    stories: 'yes',
    month: '2026-13',
    selected: '1,.2,<b>.3',
    comparing: 'on',
    other: 'kept elsewhere',
  };

  expect(toSearch(toView(search))).toEqual({});
});

it('reads at most eight distinct posts', () => {
  const selected = Array.from({ length: 12 }, (_, index) => `1.${index}`);

  expect(toView({ selected: ['1.0', ...selected].join(',') }).selected).toHaveLength(maxPostsToCompare);
});

it('compares two posts or more', () => {
  expect(toView({ selected: '1.2', comparing: 'on' }).isComparing).toBe(false);
  expect(toView({ selected: '1.2,1.3', comparing: 'on' }).isComparing).toBe(true);
});

it('shows stories if they are the format', () => {
  expect(toView({ kind: 'STORY' }).withStories).toBe(true);
  expect(toSearch(toView({ kind: 'STORY', stories: 'on' }))).toEqual({ kind: 'STORY' });
});

it('reads hashtags in any script, and in lower case', () => {
  expect(toView({ hashtag: 'Café' }).hashtag).toBe('café');
  expect(toView({ hashtag: '朝の山' }).hashtag).toBe('朝の山');
});

it('shows views of posts sorted by time', () => {
  expect(toMetric(toView({ sort: 'published.desc' }))).toBe('views');
  expect(toMetric(toView({ sort: 'likes.desc' }))).toBe('likes');
});

it('knows whether anything is filtered', () => {
  expect(hasFilters(toView({ only: 'best', stories: 'on', sort: 'likes.desc' }))).toBe(false);
  for (const search of [{ kind: 'POST' }, { label }, { weekday: 'sun' }, { hashtag: 'tea' }, { search: 'a' }])
    expect(hasFilters(toView(search))).toBe(true);
});
