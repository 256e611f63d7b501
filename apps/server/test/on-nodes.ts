import pg from 'pg';
import type { DatabaseAddress } from '../src/database/database.ts';

/** Citus keeps a background process in each database, which may take longer to end than PostgreSQL waits. */
export async function dropEverywhere(nodes: readonly DatabaseAddress[], name: string): Promise<void> {
  const drop = () => onNodes(nodes, `drop database if exists ${name} with (force)`);
  const isInUse = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55006';
  for (let attempt = 1; attempt < 5; attempt += 1)
    try {
      return await drop();
    } catch (error) {
      if (!isInUse(error)) throw error;
    }
  return drop();
}

/** Runs a statement on a cluster's coordinator, then on its workers one after the other. */
export async function onNodes(nodes: readonly DatabaseAddress[], statement: string): Promise<void> {
  for (const node of nodes) await onServer(node, statement);
}

export async function onServer(server: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
