import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseConnectionError, toDatabaseError } from '../platform/connection-error.ts';

const pollInterval = 5_000;
/** A response may still be in transit when the server is queried about the statement. */
const grace = 1_000;

/**
 * Makes a pool detect silently dead connections, for example behind a firewall: nothing comes back, and TCP retries for
 * a quarter of an hour. Long-running statements are checked over another connection, so that they may take their time
 * while the server works on them.
 */
export function watchPool(pool: pg.Pool, address: pg.ClientConfig): PostgresPool {
  return {
    connect: async () => watchClient(await pool.connect().catch(throwConnectionError), address),
    end: () => pool.end(),
  };
}

function throwConnectionError(error: unknown): never {
  throw error instanceof Error ? new DatabaseConnectionError(error) : error;
}

function watchClient(client: pg.PoolClient, address: pg.ClientConfig): PostgresPoolClient {
  let lost: Error | null = null;

  async function ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (lost) throw lost;
    let timer: NodeJS.Timeout | undefined;
    const answer = toResult<Row>(client.query(text, [...values]));
    const silence = new Promise<never>((_done, failed) => {
      const poll = async () => {
        if (await isAtWork(address, toBackend(client))) timer = setTimeout(() => void poll(), pollInterval);
        else
          timer = setTimeout(() => {
            lost = connectionLost();
            failed(lost);
          }, grace);
      };
      timer = setTimeout(() => void poll(), pollInterval);
    });
    try {
      return await Promise.race([answer, silence]);
    } catch (error) {
      // The server accepts no writes, because it is not the primary: the next connection looks for the one that is.
      if (error instanceof Error && 'code' in error && error.code === '25006') lost = error;
      throw toDatabaseError(error);
    } finally {
      clearTimeout(timer);
      answer.catch(() => undefined);
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    first: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): PostgresCursor<Row> | Promise<PostgresQueryResult<Row>> {
    if (typeof first !== 'string') throw new TypeError('Cursors are not supported');
    return ask<Row>(first, values);
  }

  return { query, release: () => client.release(lost ?? undefined) };
}

/** The driver's types include more commands than we use. */
function toResult<Row>(answer: Promise<unknown>): Promise<PostgresQueryResult<Row>> {
  return answer as Promise<PostgresQueryResult<Row>>;
}

function toBackend(client: object): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

/** Uses PostgreSQL's code class 08. */
function connectionLost(): Error {
  return new DatabaseConnectionError(
    Object.assign(new Error('The database connection was lost silently'), { code: '08006' }),
  );
}

async function isAtWork(address: pg.ClientConfig, backend: number | null): Promise<boolean> {
  const client = new pg.Client({
    ...address,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    application_name: 'tidemark-watch',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(`select 1 from pg_stat_activity where pid = $1 and state = 'active'`, [
      backend,
    ]);
    return rows.length > 0;
  } catch (error) {
    // Too many connections, or starting up: an answer, but it says nothing about this statement.
    return error instanceof Error && 'code' in error && /^(53|57P03)/.test(String(error.code));
  } finally {
    void client.end().catch(() => undefined);
  }
}
