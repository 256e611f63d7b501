import { filterModes, postColumns } from '@tidemark/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFilters, pageSizes, postsSearch, toSearch, toView } from './use-posts-view.ts';

const view = fc.record({
  filterMode: fc.constantFrom(...filterModes),
  format: fc.constantFrom(null, ...formatFilters),
  when: fc.constantFrom(null, { day: '2026-11-19' }, { weekday: 4, block: 2 }, { weekday: 0, block: null }),
  label: fc.constantFrom(null, '0b0e8a5e-6a55-4d6e-9d1c-0d5f3f3f5a01'),
  query: fc.string({ maxLength: 50 }).map((text) => text.trim()),
  sortModel: fc.tuple(
    fc.record({ field: fc.constantFrom(...postColumns), sort: fc.constantFrom('asc' as const, 'desc' as const) }),
  ),
  paginationModel: fc.record({ page: fc.nat(5000), pageSize: fc.constantFrom(...pageSizes) }),
});

it('restores the view from a URL it has written', () => {
  fc.assert(
    fc.property(view, (one) => {
      expect(toView({ ...toSearch(one) })).toEqual(one);
    }),
  );
});

it('omits defaults from the URL', () => {
  expect(postsSearch({})).toEqual({});
  expect(postsSearch({ posts: 'combined', sort: 'timestamp.desc', page: '1', rows: '5' })).toEqual({});
});

it('drops invalid values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('posts', 'sort', 'page', 'rows'), fc.string()), (search) => {
      const { paginationModel } = toView(search);
      expect(pageSizes).toContain(paginationModel.pageSize);
      expect(paginationModel.page).toBeGreaterThanOrEqual(0);
    }),
  );
  expect(
    postsSearch({
      posts: 'all',
      sort: 'drop.table',
      page: '-3',
      rows: '7',
      search: 5,
      kind: 'reel',
      when: 'noon',
      label: 'x',
    }),
  ).toEqual({});
});
