import { type FilterMode, filterModes, type PostColumn, postColumns } from '@tidemark/contract';
import { cutText } from '@tidemark/contract/characters';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useChangeSearch } from '#web/platform/use-change-search.ts';
import type { PaginationModel, SortModel } from '#web/ui/data-grid/grid-model.ts';
import { parseWhen, type When, writeWhen } from './published-when.ts';

export const pageSizes = [5, 10, 50, 100];
export const defaultPageSize = 5;
const maxPages = 100_000;
const maxQueryLength = 200;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const formatFilters = ['POST', 'REEL', 'CAROUSEL', 'STORY'] as const;
export type FormatFilter = (typeof formatFilters)[number];

/** The grid's URL parameters; defaults are omitted. */
export interface PostsSearch {
  posts?: FilterMode;
  kind?: FormatFilter;
  search?: string;
  when?: string;
  label?: string;
  sort?: string;
  page?: string;
  rows?: string;
}

export interface PostsView {
  filterMode: FilterMode;
  /** Null for all formats. */
  format: FormatFilter | null;
  query: string;
  /** Null for the whole range. */
  when: When | null;
  /** Label ID; null for posts with any labels. */
  label: string | null;
  sortModel: SortModel<PostColumn>;
  paginationModel: PaginationModel;
}

const first: PostsView = {
  filterMode: 'combined',
  format: null,
  query: '',
  when: null,
  label: null,
  sortModel: [{ field: 'timestamp', sort: 'desc' }],
  paginationModel: { page: 0, pageSize: defaultPageSize },
};

/** Parses the posts grid's parameters from a URL, dropping invalid values. */
export function postsSearch(search: Record<string, unknown>): PostsSearch {
  return toSearch(toView(search));
}

export function toView(search: Record<string, unknown>): PostsView {
  const page = wholeNumber(search['page']);
  const pageSize = wholeNumber(search['rows']);
  const [field, direction] = toText(search['sort']).split('.');
  const column = postColumns.find((known) => known === field);
  const query = cutText(toText(search['search']).trim(), { maxUnits: maxQueryLength });
  return {
    filterMode: filterModes.find((mode) => mode === search['posts']) ?? first.filterMode,
    format: formatFilters.find((format) => format === search['kind']) ?? null,
    query,
    when: parseWhen(toText(search['when'])),
    label: uuid.test(toText(search['label'])) ? toText(search['label']) : null,
    sortModel:
      column && (direction === 'asc' || direction === 'desc') ? [{ field: column, sort: direction }] : first.sortModel,
    paginationModel: {
      page: page !== null && page >= 1 && page <= maxPages ? page - 1 : 0,
      pageSize: pageSize !== null && pageSizes.includes(pageSize) ? pageSize : first.paginationModel.pageSize,
    },
  };
}

export function toSearch({
  filterMode,
  format,
  query,
  when,
  label,
  sortModel,
  paginationModel,
}: PostsView): PostsSearch {
  const [sort] = sortModel;
  return {
    ...(filterMode !== first.filterMode && { posts: filterMode }),
    ...(format !== null && { kind: format }),
    ...(query !== '' && { search: query }),
    ...(when !== null && { when: writeWhen(when) }),
    ...(label !== null && { label }),
    ...(sort && !isFirstSort(sortModel) && { sort: `${sort.field}.${sort.sort}` }),
    ...(paginationModel.page > 0 && { page: String(paginationModel.page + 1) }),
    ...(paginationModel.pageSize !== first.paginationModel.pageSize && { rows: String(paginationModel.pageSize) }),
  };
}

/** Returns whether the grid is in the order in which it starts. */
export function isFirstSort([sort]: PostsView['sortModel']): boolean {
  return sort?.field === first.sortModel[0]?.field && sort?.sort === first.sortModel[0]?.sort;
}

const nothing: Record<keyof PostsSearch, undefined> = {
  posts: undefined,
  kind: undefined,
  search: undefined,
  when: undefined,
  label: undefined,
  sort: undefined,
  page: undefined,
  rows: undefined,
};

/**
 * Keeps the grid's view in the URL, so that a shared link shows the same. Any change except of the page itself returns to
 * the first page.
 */
export function usePostsView(): [PostsView, (change: Partial<PostsView>) => void] {
  const written = useSearch({ strict: false, select: (search) => JSON.stringify(postsSearch(search)) });
  const view = useMemo(() => toView(JSON.parse(written)), [written]);
  const changeSearch = useChangeSearch();
  const change = useCallback(
    (part: Partial<PostsView>) =>
      changeSearch((before) => {
        const { paginationModel, ...view } = toView(before);
        return { ...nothing, ...toSearch({ ...view, paginationModel: { ...paginationModel, page: 0 }, ...part }) };
      }),
    [changeSearch],
  );
  return [view, change];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wholeNumber(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : toText(value);
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
