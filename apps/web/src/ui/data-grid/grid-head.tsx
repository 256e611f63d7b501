import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { Button } from '../button.tsx';
import { Menu, MenuItem } from '../menu.tsx';
import { toRem } from '../to-rem.ts';
import { Tooltip } from '../tooltip.tsx';
import styles from './data-grid.module.css';
import { type GridColumn, nextSort, type SortModel } from './grid-model.ts';

interface HeadProps<Row, Field extends string> {
  columns: readonly GridColumn<Row, Field>[];
  sort: SortModel<Field>;
  onSort: (field: Field) => void;
}

export function GridHead<Row, Field extends string>({ columns, sort, onSort }: HeadProps<Row, Field>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const direction = sort.find((entry) => entry.field === column.field)?.sort;
          return (
            <th
              key={column.field}
              scope="col"
              style={{ width: column.width && toRem(column.width) }}
              data-align={column.align}
              data-phone={column.phone ?? 'fact'}
              aria-sort={direction === 'desc' ? 'descending' : direction === 'asc' ? 'ascending' : undefined}
            >
              {column.sortable ? (
                <Tooltip text={column.description}>
                  <button type="button" className={styles.sort} onClick={() => onSort(column.field)}>
                    {column.header}
                    <SortArrow direction={direction} />
                  </button>
                </Tooltip>
              ) : (
                (column.head ?? column.header)
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortArrow({ direction }: { direction: 'asc' | 'desc' | undefined }) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow size={14} className={styles.arrow} data-on={direction !== undefined} aria-hidden="true" />;
}

/** Phones show cards without a table head: sorting moves into a menu. */
export function PhoneSort<Row, Field extends string>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly GridColumn<Row, Field>[];
  sort: SortModel<Field>;
  onSort: (model: SortModel<Field>) => void;
}) {
  const sortable = columns.filter((column) => column.sortable);
  const now = sort[0];
  const shown = sortable.find((column) => column.field === now?.field);
  if (sortable.length === 0) return null;
  return (
    <div className={styles.phoneSort}>
      <Menu
        label="Sort by"
        align="start"
        trigger={(props) => (
          <Button size="small" icon={<ArrowUpDown size={14} aria-hidden="true" />} {...props}>
            {shown ? `${shown.header}, ${describeOrder(shown.isText === true, now?.sort === 'asc')}` : 'Sort by'}
          </Button>
        )}
      >
        {sortable.map((column) => (
          <MenuItem
            key={column.field}
            checked={column.field === now?.field}
            onSelect={() => onSort(nextSort(sort, column.field))}
          >
            {column.header}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function describeOrder(isText: boolean, isAscending: boolean): string {
  if (isText) return isAscending ? 'A–Z' : 'Z–A';
  return isAscending ? 'lowest first' : 'highest first';
}
