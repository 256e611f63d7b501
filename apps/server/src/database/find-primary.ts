import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { explainConnectionError } from '../platform/connection-error.ts';

export interface Server {
  host: string;
  port: number;
}

/** Incremented by PostgreSQL whenever a standby is promoted. */
type Timeline = number;
type Primary = Server & { timeline: Timeline };

/**
 * None of several servers accepts writes. Uses PostgreSQL's code class 08, so that callers report it as unavailable.
 */
class NoPrimaryError extends Error {
  code = '08001';
  constructor(reasons: readonly string[], options?: ErrorOptions) {
    super(`no server accepts writes (${reasons.join('; ')})`, options);
  }
}

const patience = 1_500;
/** Time in milliseconds that the other servers have after the first has answered. */
const grace = 250;

/**
 * Asks all servers at once which of them accepts writes. A former primary that comes back after a failover does too;
 * the current one has the latest timeline.
 */
export function createPrimaryFinder(urls: readonly string[]): () => Promise<Server> {
  let latest: Timeline = 0;
  let search: Promise<Server> | null = null;

  async function findPrimary(): Promise<Server> {
    const found: Primary[] = [];
    const answers = urls.map(async (url) => found.push(await askServer(url)));
    await Promise.any(answers).catch(throwNoPrimary);
    await Promise.race([Promise.allSettled(answers), sleep(grace)]);
    const primary = found.reduce((one, other) => (other.timeline > one.timeline ? other : one));
    if (primary.timeline < latest)
      throw new NoPrimaryError([`${primary.host}:${primary.port}: another server was promoted after it`]);
    latest = primary.timeline;
    return primary;
  }

  return () => (search ??= findPrimary().finally(() => (search = null)));
}

function throwNoPrimary(cause: AggregateError): never {
  throw new NoPrimaryError(
    cause.errors.map((error: Error) => error.message),
    { cause },
  );
}

async function askServer(url: string): Promise<Primary> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'tidemark-primary',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_read_only: boolean; timeline: string | null }>(
      `select current_setting('transaction_read_only')::boolean as is_read_only,
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    );
    const [{ is_read_only: isReadOnly, timeline } = { is_read_only: true, timeline: null }] = rows;
    if (isReadOnly || timeline === null) throw new Error('it does not accept writes');
    return { host: client.host, port: client.port, timeline: Number.parseInt(timeline, 16) };
  } catch (cause) {
    throw new Error(`${client.host}:${client.port}: ${explainConnectionError(cause)}`, { cause });
  } finally {
    void client.end().catch(() => undefined);
  }
}
