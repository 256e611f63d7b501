import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountScope } from '../../accounts/index.ts';

interface Statement<Column, Rows> {
  columns: Set<Column>;
  isSent: boolean;
  rows: Promise<Rows>;
}

/**
 * Lets the calls of a batch that read the same days share a statement. Those that start in the same turn of the event
 * loop send one, with the columns of all; later ones use an earlier one that has theirs. What they get was read after the
 * batch had arrived, and may have more columns than they asked for. Other calls send their own statement.
 */
export function createSharedStatements<Column extends string, Rows>() {
  const byScope = new WeakMap<AccountScope, Map<string, Statement<Column, Rows>[]>>();

  /** `key` names all that the rows depend on besides the accounts and the columns. */
  return function share(
    scope: AccountScope,
    key: string,
    columns: readonly Column[],
    send: (columns: readonly Column[]) => Promise<Rows>,
  ): Promise<Rows> {
    if (!scope.isOfBatch) return send(columns);
    const byKey = byScope.get(scope) ?? new Map<string, Statement<Column, Rows>[]>();
    byScope.set(scope, byKey);
    const statements = byKey.get(key) ?? [];
    byKey.set(key, statements);

    const known = statements.find((statement) => columns.every((column) => statement.columns.has(column)));
    if (known) return known.rows;
    const open = statements.find(({ isSent }) => !isSent);
    if (open) {
      for (const column of columns) open.columns.add(column);
      return open.rows;
    }
    const sendInNextTurn = async () => {
      await nextTurn();
      statement.isSent = true;
      try {
        return await send([...statement.columns].sort());
      } catch (error) {
        // The next call tries again.
        statements.splice(statements.indexOf(statement), 1);
        throw error;
      }
    };
    const statement: Statement<Column, Rows> = { columns: new Set(columns), isSent: false, rows: sendInNextTurn() };
    statements.push(statement);
    return statement.rows;
  };
}
