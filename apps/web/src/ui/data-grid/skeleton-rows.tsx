import { Skeleton } from '../skeleton.tsx';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-model.ts';

export function SkeletonRows<Row, Field extends string>({
  columns,
  rows,
}: {
  columns: readonly GridColumn<Row, Field>[];
  rows: number;
}) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={styles.row}>
      {columns.map((column) => (
        <td key={column.field} data-align={column.align} data-phone={column.phone ?? 'fact'}>
          {column.phone === 'lead' ? (
            <Skeleton width={52} height={52} radius={12} />
          ) : (
            <Skeleton width={column.phone === 'wide' ? `${70 - row * 7}%` : 48} height={14} />
          )}
        </td>
      ))}
    </tr>
  ));
}
