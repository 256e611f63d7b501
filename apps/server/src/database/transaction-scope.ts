import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';

const scope = new AsyncLocalStorage<true>();

/** Returns true if the caller occupies a pool connection until its transaction ends. */
export function isInTransaction(): boolean {
  return scope.getStore() === true;
}

/** Makes `isInTransaction` aware of a database's transactions. */
export function markTransactions<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((transaction) => scope.run(true, () => work(transaction)));
    return builder;
  };
  return db;
}
