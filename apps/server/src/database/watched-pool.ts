import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

const lookEvery = 5_000;
/** An answer may be on its way while the server is asked whether it still works on it. */
const grace = 1_000;

/**
 * A pool that notices when the other end of a connection is gone without a word, as a firewall leaves it: nothing comes
 * back, and TCP keeps trying for a quarter of an hour. What waits for long is looked after over another connection, so that
 * a statement may take its time as long as the server is at work on it.
 */
export function watchPool(pool: pg.Pool, address: pg.ClientConfig): PostgresPool {
  return {
    connect: async () => watchClient(await pool.connect(), address),
    end: () => pool.end(),
  };
}

function watchClient(client: pg.PoolClient, address: pg.ClientConfig): PostgresPoolClient {
  let lost: Error | null = null;

  async function ask<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (lost) throw lost;
    let timer: NodeJS.Timeout | undefined;
    const answer = toResult<Row>(client.query(text, [...values]));
    const silence = new Promise<never>((_done, failed) => {
      const look = async () => {
        if (await isAtWork(address, backendOf(client))) timer = setTimeout(() => void look(), lookEvery);
        else
          timer = setTimeout(() => {
            lost = connectionLost();
            failed(lost);
          }, grace);
      };
      timer = setTimeout(() => void look(), lookEvery);
    });
    try {
      return await Promise.race([answer, silence]);
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
    if (typeof first !== 'string') throw new TypeError('No rows are read by cursors here');
    return ask<Row>(first, values);
  }

  return { query, release: () => client.release(lost ?? undefined) };
}

/** The driver's types know of more commands than are used here. */
function toResult<Row>(answer: Promise<unknown>): Promise<PostgresQueryResult<Row>> {
  return answer as Promise<PostgresQueryResult<Row>>;
}

function backendOf(client: object): number | null {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}

/** Class 08 of PostgreSQL's codes, so that whoever asked hears that the database is away. */
function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database was lost without a word'), { code: '08006' });
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
    // Too many connections, or starting up: that is an answer, too, and says nothing about this statement.
    return error instanceof Error && 'code' in error && /^(53|57P03)/.test(String(error.code));
  } finally {
    void client.end().catch(() => undefined);
  }
}
