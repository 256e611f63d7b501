import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables/tables.ts';
import { watchPool } from './watched-pool.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseAddress {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

export const types = new pg.TypeOverrides();
// Days stay text; a count is a number, and none of ours comes near 2^53.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Connections there are, those at rest, and requests that wait for one. */
export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Opens a pool; nothing is asked of the server until the first query. */
export function connectDatabase(
  address: DatabaseAddress,
  {
    max = 10,
    readOnly = false,
    onProblem,
    onOpen,
  }: {
    max?: number;
    readOnly?: boolean;
    onProblem?: (error: Error) => void;
    /** Told how to count the connections. */
    onOpen?: (pool: PoolCounts) => void;
  } = {},
): Database {
  const pool = new pg.Pool({
    ...address,
    types,
    max,
    connectionTimeoutMillis: 2_000,
    // Compiling a statement (PostgreSQL does so where it expects much to do) takes longer than running any of ours. With
    // 4 MB it sorts the gains of many posts, some of them on disk, where 16 let it add them up as they come.
    options: `-c jit=off -c work_mem=16MB -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    application_name: 'tidemark',
  });
  onOpen?.(pool);
  pool.on('error', (error) => onProblem?.(error));
  // The pool listens only to connections that rest. One that is lost between two statements of a transaction would end
  // the process; its next statement fails, and that is enough.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watchPool(pool, address) }) });
}
