import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../src/database/database.ts';

/** A database for one test file, cloned from a migrated one. */
export async function createTestDatabase(): Promise<{ address: DatabaseAddress; drop(): Promise<void> }> {
  const { server, template } = inject('database');
  const name = `tidemark_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    address: { ...server, database: name },
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  };
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

declare module 'vitest' {
  interface ProvidedContext {
    database: { server: DatabaseAddress; template: string };
  }
}
