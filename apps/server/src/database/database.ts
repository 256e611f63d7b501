import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { DriverConnection } from './primary-socket.ts';
import type { Tables } from './tables/tables.ts';
import { markTransactions } from './transaction-scope.ts';
import { watchPool } from './pool-health.ts';

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

export interface DatabaseAddress {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  /** Creates each connection's socket, instead of the driver. */
  stream?: (connection?: DriverConnection) => Socket;
}

export const types = new pg.TypeOverrides();
// Dates stay text. Counts become numbers: none comes near 2^53.
types.setTypeParser(pg.types.builtins.DATE, (text) => text);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Open connections, idle ones, and requests that wait for one. */
export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

/** Creates a pool; it does not connect until the first query. */
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
    /** Called with the pool, so that its connections can be counted. */
    onOpen?: (pool: PoolCounts) => void;
  } = {},
): Database {
  const pool = new pg.Pool({
    ...address,
    types,
    max,
    // A busy machine may need seconds to start a server process.
    connectionTimeoutMillis: 5_000,
    // People read for longer than the driver's 10 s, and new connections would delay their next figures. Some networks
    // drop connections that are idle for 4 minutes.
    idleTimeoutMillis: 120_000,
    // JIT compilation takes longer than any of our statements. With 4 MB work_mem PostgreSQL sorts the deltas of many
    // posts, partly on disk; with 16 MB it aggregates them by hash.
    options: `-c jit=off -c work_mem=16MB -c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000 -c timezone=UTC${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    application_name: 'tidemark',
  });
  onOpen?.(pool);
  pool.on('error', (error) => onProblem?.(error));
  // The pool handles errors on idle connections only. An error between a transaction's statements would end the
  // process; it is enough that the next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return markTransactions(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: watchPool(pool, address) }) }));
}
