import { type MouseEvent, useRef } from 'react';

interface RangeSelection<Row> {
  /** Rows on screen. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  onSelect: (rows: readonly Row[], isSelected: boolean) => void;
}

/** Returns a handler for a row's checkbox: it changes the row, with Shift all rows from the last one on. */
export function useToggleRange<Row>(selection: RangeSelection<Row> | null) {
  const last = useRef<string | null>(null);
  return (row: Row, event: MouseEvent<HTMLInputElement>) => {
    if (!selection) return;
    const { rows, rowId, onSelect } = selection;
    const [from, to] = [rows.findIndex((one) => rowId(one) === last.current), rows.indexOf(row)];
    const isRange = event.shiftKey && from >= 0;
    const changed = isRange ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    last.current = rowId(row);
    onSelect(changed, event.currentTarget.checked);
  };
}
