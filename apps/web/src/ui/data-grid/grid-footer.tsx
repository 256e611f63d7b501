import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '../icon-button.tsx';
import styles from './data-grid.module.css';
import { pageCount, pageSpan, type PaginationModel } from './grid-model.ts';

interface GridFooterProps {
  legend?: ReactNode;
  paging: PaginationModel | null;
  pageSizeOptions: readonly number[];
  rowCount: number;
  onPaging: (model: PaginationModel) => void;
}

export function GridFooter({ legend, paging, pageSizeOptions, rowCount, onPaging }: GridFooterProps) {
  const id = useId();
  return (
    <div className={styles.footer}>
      <div className={styles.legend}>{legend}</div>
      {paging && (
        <div className={styles.paging}>
          <label htmlFor={id}>Rows per page</label>
          <select
            id={id}
            value={paging.pageSize}
            onChange={(event) => onPaging({ page: 0, pageSize: Number(event.target.value) })}
          >
            {pageSizeOptions.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
          <output className="num">{pageSpan(paging, rowCount)}</output>
          <IconButton
            label="Previous page"
            size="small"
            disabled={paging.page === 0}
            onClick={() => onPaging({ ...paging, page: paging.page - 1 })}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Next page"
            size="small"
            disabled={paging.page + 1 >= pageCount(rowCount, paging.pageSize)}
            onClick={() => onPaging({ ...paging, page: paging.page + 1 })}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
