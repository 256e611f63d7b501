import type { KeyboardEvent } from 'react';
import type { GridColumn } from './grid-model.ts';
import styles from './selection-column.module.css';
import { useToggleRange } from './use-toggle-range.ts';

interface Selection<Row> {
  /** Rows on screen. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row's name, after “Select”. */
  rowName: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
}

/**
 * Returns a leading checkbox column: a click or Space selects a row, with Shift all rows from the last one on; arrow
 * keys move between rows. The checkbox in the head selects all rows on screen.
 */
export function useSelectionColumn<Row>(selection: Selection<Row> | null): GridColumn<Row, 'selection'>[] {
  const toggle = useToggleRange(selection);
  if (!selection) return [];
  const { rows, rowName, isSelected, onSelect } = selection;

  return [
    {
      field: 'selection',
      header: 'Selection',
      head: <SelectAll rows={rows} isSelected={isSelected} onSelect={onSelect} />,
      width: '34px',
      phone: 'selection',
      cell: (row) => (
        <label className={styles.choice}>
          <input
            type="checkbox"
            className={styles.box}
            data-selection
            aria-label={`Select ${rowName(row)}`}
            checked={isSelected(row)}
            // The click tells whether Shift is down; a change does not.
            onClick={(event) => toggle(row, event)}
            onChange={ignore}
            onKeyDown={moveBetweenRows}
          />
        </label>
      ),
    },
  ];
}

function SelectAll<Row>({ rows, isSelected, onSelect }: Pick<Selection<Row>, 'rows' | 'isSelected' | 'onSelect'>) {
  const count = rows.filter(isSelected).length;
  const isAll = rows.length > 0 && count === rows.length;
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        className={styles.box}
        data-selection
        aria-label="Select all on this page"
        checked={isAll}
        disabled={rows.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={() => onSelect(rows, !isAll)}
        onKeyDown={moveBetweenRows}
      />
    </label>
  );
}

function ignore() {}

function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const boxes = [...(event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>('[data-selection]') ?? [])];
  const next = step !== undefined && boxes[boxes.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
