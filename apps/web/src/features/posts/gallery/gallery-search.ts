import { type GalleryMetric, galleryMetrics, maxPostsToCompare } from '@tidemark/contract';
import { cutText } from '@tidemark/contract/characters';
import { type FormatFilter, formatFilters } from '../posts-view/use-posts-view.ts';
import { weekdays } from '../posts-view/week-blocks.ts';

export const galleryLayouts = ['grid', 'list', 'calendar'] as const;
export type GalleryLayout = (typeof galleryLayouts)[number];

/** Names of the page's URL parameters. */
export const galleryParameters = [
  'view',
  'sort',
  'only',
  'kind',
  'label',
  'weekday',
  'hashtag',
  'search',
  'stories',
  'month',
  'selected',
  'comparing',
] as const;
type GalleryParameter = (typeof galleryParameters)[number];
type GallerySearch = Partial<Record<GalleryParameter, string>>;

export interface PostKey {
  accountId: string;
  mediaId: string;
}

export interface GalleryView {
  layout: GalleryLayout;
  sort: { by: GalleryMetric | 'published'; direction: 'asc' | 'desc' };
  /** Metrics that the network has; the first one is shown unless another is chosen. */
  metrics: readonly GalleryMetric[];
  /** Null for all posts. */
  pick: 'best' | 'worst' | null;
  format: FormatFilter | null;
  /** Label ID. */
  label: string | null;
  /** 0 is Sunday. */
  weekday: number | null;
  /** Without #, in lower case. */
  hashtag: string | null;
  query: string;
  withStories: boolean;
  /** The calendar's month, YYYY-MM; null for the range's last one. */
  month: string | null;
  selected: readonly PostKey[];
  isComparing: boolean;
}

export const noFilters = { format: null, label: null, weekday: null, hashtag: null, query: '' } as const;

const maxQueryLength = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const hashtagPattern = /^(?!\p{M})[\p{L}\p{N}\p{M}_]{1,100}$/u;
const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;
const keyPattern = /^\w{1,64}\.\w{1,64}$/;

/** Parses the page's parameters, dropping invalid values. */
export function toView(search: Record<string, unknown>): GalleryView {
  const text = (name: GalleryParameter) => (typeof search[name] === 'string' ? search[name] : '');
  const matching = (name: GalleryParameter, pattern: RegExp) => (pattern.test(text(name)) ? text(name) : null);
  const format = formatFilters.find((one) => one === text('kind')) ?? null;
  const weekday = weekdays.findIndex((name) => name.toLowerCase() === text('weekday'));
  const keys = [...new Set(text('selected').split(','))].filter((key) => keyPattern.test(key));
  return {
    layout: galleryLayouts.find((one) => one === text('view')) ?? 'grid',
    sort: toSort(text('sort')),
    metrics: galleryMetrics,
    pick: (['best', 'worst'] as const).find((one) => one === text('only')) ?? null,
    format,
    label: matching('label', uuid),
    weekday: weekday < 0 ? null : weekday,
    hashtag: matching('hashtag', hashtagPattern)?.toLowerCase() ?? null,
    query: cutText(text('search').trim(), { maxUnits: maxQueryLength }),
    withStories: text('stories') === 'on' || format === 'STORY',
    month: matching('month', monthPattern),
    selected: keys.slice(0, maxPostsToCompare).map(toPostKey),
    isComparing: text('comparing') === 'on' && keys.length > 1,
  };
}

/** Returns the view's parameters without defaults. */
export function toSearch(view: GalleryView): GallerySearch {
  const { layout, sort, pick, format, label, weekday, hashtag, query, withStories, month, selected } = view;
  return {
    ...(layout !== 'grid' && { view: layout }),
    ...((sort.by !== 'views' || sort.direction !== 'desc') && { sort: `${sort.by}.${sort.direction}` }),
    ...(pick && { only: pick }),
    ...(format && { kind: format }),
    ...(label && { label }),
    ...(weekday !== null && { weekday: weekdays[weekday]?.toLowerCase() ?? '' }),
    ...(hashtag && { hashtag }),
    ...(query && { search: query }),
    ...(withStories && format !== 'STORY' && { stories: 'on' }),
    ...(month && layout === 'calendar' && { month }),
    ...(selected.length > 0 && { selected: selected.map(writePostKey).join(',') }),
    ...(view.isComparing && selected.length > 1 && { comparing: 'on' }),
  };
}

export function writePostKey({ accountId, mediaId }: PostKey): string {
  return `${accountId}.${mediaId}`;
}

/** Returns the metric that posts are compared by: views if they are sorted by time, where the network has them. */
export function toMetric({ sort, metrics }: Pick<GalleryView, 'sort' | 'metrics'>): GalleryMetric {
  const [first = 'views'] = metrics;
  return metrics.find((metric) => metric === sort.by) ?? first;
}

export function hasFilters({ format, label, weekday, hashtag, query }: GalleryView): boolean {
  return format !== null || label !== null || weekday !== null || hashtag !== null || query !== '';
}

function toSort(text: string): GalleryView['sort'] {
  const [name, direction] = text.split('.');
  const by = name === 'published' ? name : galleryMetrics.find((metric) => metric === name);
  return by && (direction === 'asc' || direction === 'desc') ? { by, direction } : { by: 'views', direction: 'desc' };
}

function toPostKey(text: string): PostKey {
  const [accountId = '', mediaId = ''] = text.split('.');
  return { accountId, mediaId };
}
