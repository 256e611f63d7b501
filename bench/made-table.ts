import type { RowWriter } from './copy-rows.ts';
import { dayMillis, type Extent } from './made-figures.ts';

export interface Made {
  extent: Extent;
  /** Start of today, in UTC. */
  today: number;
  linked: readonly number[];
}

export interface Table {
  table: string;
  columns: readonly string[];
  /** Yields whenever the rows written so far may be sent. */
  write(rows: RowWriter, made: Made): Generator<void>;
}

export const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
export const startOf = (day: number, { extent, today }: Made) => today - (extent.days - day) * dayMillis;
/** Posts published before this day already existed when their account was linked. */
export const linkedOn = ({ extent }: Made) => Math.floor(extent.days / 5);
