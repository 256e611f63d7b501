import pg from 'pg';
import type { DatabaseAddress } from './database.ts';

/**
 * Whether a pooler answers in place of PostgreSQL: it announces a backend of its own. A connection may then change its
 * backend between statements, so notifications get lost.
 */
export async function isPooled(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000, application_name: 'tidemark' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return 'processID' in client && rows[0]?.pid !== client.processID;
  } finally {
    await client.end();
  }
}
