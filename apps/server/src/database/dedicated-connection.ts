import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { types, type Database, type DatabaseAddress } from './database.ts';
import type { Tables } from './tables/tables.ts';

export interface OneConnection {
  client: pg.Client;
  /** Uses the same connection, and so the same transaction. */
  db: Database;
  close(): Promise<void>;
}

/** Opens a connection for long work: no timeout applies except for waiting for locks. */
export async function openOneConnection(address: DatabaseAddress, name: string): Promise<OneConnection> {
  const client = new pg.Client({
    ...address,
    types,
    connectionTimeoutMillis: 5_000,
    options:
      '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=10000 -c timezone=UTC -c datestyle=ISO',
    application_name: name,
  });
  client.on('error', () => undefined);
  await client.connect();
  const pool = { connect: async () => Object.assign(client, { release: () => undefined }), end: async () => undefined };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { client, db, close: () => client.end() };
}
