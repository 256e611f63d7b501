import type { ColumnType } from 'kysely';

export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** An instant with a default of now. */
export type CreatedInstant = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, read as what was written. */
export type Json<Read> = ColumnType<Read, string | undefined, string>;
