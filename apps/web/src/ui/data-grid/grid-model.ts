import type { ReactNode } from 'react';

export interface PaginationModel {
  page: number;
  pageSize: number;
}

export type SortModel<Field extends string = string> = { field: Field; sort: 'asc' | 'desc' }[];

export interface GridColumn<Row, Field extends string = string> {
  field: Field;
  header: string;
  /** Replaces the header's text in the head. */
  head?: ReactNode;
  /** Explains the column, in its header's tooltip. */
  description?: string;
  /** A CSS length or percentage; columns without one share the rest. */
  width?: string;
  align?: 'start' | 'center' | 'end';
  sortable?: boolean;
  /** Sorts by name, not by size. */
  isText?: boolean;
  /** The value to sort by if the grid sorts on the client. */
  sortValue?: (row: Row) => number | string | null;
  cell: (row: Row) => ReactNode;
  /** Its role when a phone shows each row as a card. */
  phone?: 'lead' | 'wide' | 'fact' | 'action' | 'hidden' | 'selection';
}

/** Returns the next sort order: descending first, then ascending, then descending again, never unsorted. */
export function nextSort<Field extends string>(model: SortModel<Field>, field: Field): SortModel<Field> {
  const now = model.find((entry) => entry.field === field)?.sort;
  return [{ field, sort: now === 'desc' ? 'asc' : 'desc' }];
}

export function pageCount(rowCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rowCount / pageSize));
}

/** Formats "6–10 of 43". */
export function pageSpan({ page, pageSize }: PaginationModel, rowCount: number): string {
  if (rowCount === 0) return '0 of 0';
  const first = page * pageSize + 1;
  return `${first.toLocaleString('en-US')}–${Math.min(rowCount, first + pageSize - 1).toLocaleString('en-US')} of ${rowCount.toLocaleString('en-US')}`;
}

/** Returns the requested page, or the last one if there are fewer. */
export function clampPage({ page, pageSize }: PaginationModel, rowCount: number): PaginationModel {
  return { page: Math.min(page, pageCount(rowCount, pageSize) - 1), pageSize };
}
