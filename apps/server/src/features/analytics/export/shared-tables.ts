import { readOnce, type Table, type Value } from '../../../platform/files/table.ts';

/** Makes tables from one object, which is loaded once, when it is first needed. */
export function shareAmongTables<Source>(loadSource: () => Promise<Source>) {
  let loaded: Promise<Source> | undefined;
  const load = () => (loaded ??= loadSource());
  return {
    load,
    toTable: (
      head: Pick<Table, 'name' | 'title' | 'columns'>,
      toRows: (source: Source) => Iterable<Record<string, Value>>,
    ): Table => ({
      ...head,
      rows: readOnce(async function* () {
        yield* toRows(await load());
      }),
    }),
  };
}
