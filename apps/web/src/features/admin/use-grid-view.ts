import type { SortOrder } from '@tidemark/contract';
import { useCallback, useState } from 'react';
import type { PaginationModel, SortModel } from '#web/ui/data-grid/grid-model.ts';

export interface GridView<Sort extends string, Size extends number> {
  /** Page number, starting at 0. */
  page: number;
  pageSize: Size;
  sort: Sort;
  order: SortOrder;
  search: string;
}

interface Choices<Sort, Size> {
  sorts: readonly Sort[];
  pageSizes: readonly Size[];
}

/** Holds a grid's view of a list that the server sorts, searches and pages; `props` are for the grid. */
export function useGridView<Sort extends string, Size extends number>(
  first: GridView<Sort, Size>,
  { sorts, pageSizes }: Choices<Sort, Size>,
) {
  const [view, setView] = useState(first);
  const onSearch = useCallback(
    (search: string) => setView((before) => (before.search === search ? before : { ...before, search, page: 0 })),
    [],
  );
  const props = {
    pageSizeOptions: pageSizes,
    paginationModel: { page: view.page, pageSize: view.pageSize },
    onPaginationModelChange: ({ page, pageSize }: PaginationModel) =>
      setView({ ...view, page, pageSize: pageSizes.find((size) => size === pageSize) ?? first.pageSize }),
    sortModel: [{ field: view.sort, sort: view.order }],
    onSortModelChange: ([model]: SortModel) => {
      const sort = sorts.find((field) => field === model?.field);
      if (sort && model) setView({ ...view, sort, order: model.sort, page: 0 });
    },
  };
  return { view, onSearch, props };
}
