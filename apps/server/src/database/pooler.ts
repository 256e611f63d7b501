import pg from 'pg';
import type { DatabaseAddress } from './database.ts';

const rounds = 10;

/**
 * Returns true if a pooler may give a connection another backend for each transaction, so that notifications and locks
 * get lost. A pooler announces its own backend; in session mode it then keeps a real one for each connection.
 */
export async function hasTransactionPooler(address: DatabaseAddress): Promise<boolean> {
  const [one, other] = [createClient(address), createClient(address)];
  try {
    await one.connect();
    const backend = await findBackend(one);
    if ('processID' in one && backend === one.processID) return false;
    await other.connect();
    for (let round = 0; round < rounds; round += 1) {
      if ((await findBackend(other)) === backend) return true;
      if ((await findBackend(one)) !== backend) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

function createClient(address: DatabaseAddress): pg.Client {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 5_000, application_name: 'tidemark' });
  client.on('error', () => undefined);
  return client;
}

async function findBackend(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
