/** Text, a number, or null for an unknown value. */
export type Value = string | number | boolean | null;

export interface Column {
  name: string;
  /** How text is to be understood: as a calendar day, `YYYY-MM-DD`, or as an instant in ISO 8601. */
  kind?: 'day' | 'instant';
}

/** A table of a file; rows are read as fast as the file is written. */
export interface Table {
  /** In file names and as a key. */
  name: string;
  /** At most 31 characters, for people. */
  title: string;
  columns: readonly Column[];
  rows: AsyncIterable<Readonly<Record<string, Value>>>;
}

/** Rows of a generator, which starts when they are read. */
export async function* readOnce<Row>(generate: () => AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* generate();
}
