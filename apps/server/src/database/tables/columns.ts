import type { ColumnType } from 'kysely';

export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type CreatedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, read as a parsed value. */
export type Json<Read> = ColumnType<Read, string | undefined, string>;
