import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react';
import { ProgressLine } from '../card.tsx';
import styles from './data-grid.module.css';
import { GridFooter } from './grid-footer.tsx';
import { GridHead, PhoneSort } from './grid-head.tsx';
import { clampPage, type GridColumn, nextSort, type PaginationModel, type SortModel } from './grid-model.ts';
import { SkeletonRows } from './skeleton-rows.tsx';

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { basic: sortFn_basic, alphanumeric: sortFn_alphanumeric },
});

interface DataGridProps<Row, Field extends string> {
  label: string;
  columns: readonly GridColumn<Row, Field>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** If present, the server pages and sorts, and `rows` is one page. If absent, the grid does both. */
  rowCount?: number;
  paginationModel?: PaginationModel;
  onPaginationModelChange?: (model: PaginationModel) => void;
  /** If absent in a grid that sorts on the client: all rows on one page. */
  pageSizeOptions?: readonly number[];
  sortModel?: SortModel<Field>;
  onSortModelChange?: (model: SortModel<Field>) => void;
  /** True until there is data: shows skeleton rows. */
  loading?: boolean;
  skeletonRows?: number;
  /** True while the shown rows are being refetched. */
  refreshing?: boolean;
  /** Shown instead of the rows if loading failed. */
  failure?: ReactNode;
  empty?: ReactNode;
  legend?: ReactNode;
  rowTone?: (row: Row) => 'normal' | 'muted';
  density?: 'comfortable' | 'compact';
  /**
   * Grid columns for a phone: the lead, then one per fact, below a head that sorts. If absent, each fact has a label.
   */
  phoneColumns?: string;
  /** Applies to anything wider than a phone; a narrower grid scrolls. */
  minWidth?: string;
}

const everything: PaginationModel = { page: 0, pageSize: Number.MAX_SAFE_INTEGER };
const firstPage = ([pageSize = everything.pageSize]: readonly number[]): PaginationModel => ({ page: 0, pageSize });

export function DataGrid<Row extends object, Field extends string>({
  label,
  columns,
  rows,
  rowId,
  rowCount,
  paginationModel,
  onPaginationModelChange,
  pageSizeOptions,
  sortModel,
  onSortModelChange,
  loading = false,
  skeletonRows = 5,
  refreshing = false,
  failure,
  empty,
  legend,
  rowTone,
  density = 'comfortable',
  phoneColumns,
  minWidth,
}: DataGridProps<Row, Field>) {
  const [ownPage, setOwnPage] = useState<PaginationModel | null>(null);
  const [ownSort, setOwnSort] = useState<SortModel<Field>>([]);
  const sort = sortModel ?? ownSort;
  const setPaging = onPaginationModelChange ?? setOwnPage;
  const setSort = onSortModelChange ?? setOwnSort;
  const server = rowCount !== undefined;
  const total = rowCount ?? rows.length;
  // Rows may arrive, or leave, after the page was chosen.
  const requested = paginationModel ?? (pageSizeOptions ? (ownPage ?? firstPage(pageSizeOptions)) : everything);
  const paging = server ? requested : clampPage(requested, total);

  const columnDefs = useMemo(() => columns.map((column) => toColumnDef(column)), [columns]);
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: (row) => rowId(row),
    manualPagination: server,
    manualSorting: server,
    autoResetPageIndex: false,
    ...(server ? { rowCount } : {}),
    state: {
      pagination: { pageIndex: paging.page, pageSize: paging.pageSize },
      sorting: sort.map((entry) => ({ id: entry.field, desc: entry.sort === 'desc' })),
    },
  });
  const body = failure ?? (total === 0 || rows.length === 0 ? empty : null);
  const byField = new Map<string, GridColumn<Row, Field>>(columns.map((column) => [column.field, column]));
  const changeSort = (field: Field) => {
    setSort(nextSort(sort, field));
    setPaging({ ...paging, page: 0 });
  };

  return (
    <div
      className={[styles.grid, density === 'compact' && styles.compact, phoneColumns && styles.headed]
        .filter(Boolean)
        .join(' ')}
      style={toVariables({ '--phone-columns': phoneColumns, '--min-width': minWidth })}
    >
      {refreshing && !loading && <ProgressLine />}
      {!phoneColumns && <PhoneSort columns={columns} sort={sort} onSort={setSort} />}
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={label} aria-busy={loading || refreshing}>
          <GridHead columns={columns} sort={sort} onSort={changeSort} />
          <tbody>
            {loading ? (
              <SkeletonRows columns={columns} rows={skeletonRows} />
            ) : body ? (
              <tr className={styles.message}>
                <td colSpan={columns.length} style={{ height: skeletonRows * 72 }}>
                  {body}
                </td>
              </tr>
            ) : (
              table.getRowModel().rows.map((row) => (
                <tr key={row.id} className={styles.row} data-tone={rowTone?.(row.original)}>
                  {row.getAllCells().map((cell) => {
                    const column = byField.get(cell.column.id);
                    return (
                      <td
                        key={cell.id}
                        data-align={column?.align}
                        data-phone={column?.phone ?? 'fact'}
                        data-label={column?.header}
                      >
                        {column?.cell(row.original)}
                      </td>
                    );
                  })}
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
      {(legend || pageSizeOptions) && (
        <GridFooter
          legend={legend}
          paging={pageSizeOptions ? paging : null}
          pageSizeOptions={pageSizeOptions ?? []}
          rowCount={total}
          onPaging={setPaging}
        />
      )}
    </div>
  );
}

/** React's style type does not list custom properties. */
function toVariables(variables: Record<`--${string}`, string | undefined>): CSSProperties {
  return variables as CSSProperties;
}

function toColumnDef<Row extends object, Field extends string>(
  column: GridColumn<Row, Field>,
): ColumnDef<typeof features, Row> {
  return {
    id: column.field,
    accessorFn: (row) => column.sortValue?.(row) ?? undefined,
    header: column.header,
    sortUndefined: 'last',
  };
}
