import type { AccountScope } from '../../accounts/index.ts';

/**
 * Lets the calls of a batch that read the same days share a statement, which reads every column that one of them may
 * need: reading a column more costs less than another statement. What a call gets was read after the batch had arrived,
 * and has more columns than it asked for. Calls that are not in a batch send their own statement.
 */
export function createSharedStatements<Column extends string, Rows>(every: readonly Column[]) {
  const byScope = new WeakMap<AccountScope, Map<string, Promise<Rows>>>();

  /** `key` names all that the rows depend on besides the accounts and the columns. */
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
