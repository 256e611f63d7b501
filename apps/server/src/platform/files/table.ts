/** Text, a number, or null for an unknown value. */
export type Value = string | number | boolean | null;

export interface Column {
  name: string;
  /** Text format: a calendar day, `YYYY-MM-DD`, or an instant in ISO 8601. */
  kind?: 'day' | 'instant';
}

/** A table in a file; rows are read as fast as the file is written. */
export interface Table {
  /** Used in file names and as a key. */
  name: string;
  /** At most 31 characters, for people. */
  title: string;
  columns: readonly Column[];
  rows: AsyncIterable<Readonly<Record<string, Value>>>;
}

/** Yields a generator's rows; the generator starts when they are read. */
export async function* readOnce<Row>(generate: () => AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* generate();
}
