import type { AccountScope } from '../../accounts/index.ts';

/**
 * Lets calls in a batch that read the same days share a statement, which reads every column that any call may need:
 * another column costs less than another statement. A call's rows were read after the batch had arrived, and have more
 * columns than it requested. Calls outside a batch send their own statement.
 */
export function createSharedStatements<Column extends string, Rows>(every: readonly Column[]) {
  const byScope = new WeakMap<AccountScope, Map<string, Promise<Rows>>>();

  /** `key` identifies everything the rows depend on besides accounts and columns. */
  return function share(
    scope: AccountScope,
    key: string,
    columns: readonly Column[],
    send: (columns: readonly Column[]) => Promise<Rows>,
  ): Promise<Rows> {
    if (!scope.isOfBatch) return send(columns);
    const byKey = byScope.get(scope) ?? new Map<string, Promise<Rows>>();
    byScope.set(scope, byKey);
    const known = byKey.get(key);
    if (known) return known;
    const rows = send(every);
    byKey.set(key, rows);
    // The next call tries again.
    rows.catch(() => byKey.delete(key));
    return rows;
  };
}
