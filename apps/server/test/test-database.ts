import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabaseAddress } from '../src/database/database.ts';
import { dropEverywhere, onNodes } from './on-nodes.ts';

/** Creates a database for one test file, cloned from a migrated one. */
export async function createTestDatabase(): Promise<{ address: DatabaseAddress; drop(): Promise<void> }> {
  const { server, workers, template } = inject('database');
  const nodes = [server, ...workers];
  const name = `tidemark_test_${randomBytes(6).toString('hex')}`;
  await onNodes(nodes, `create database ${name} template ${template}`);
  // These tests never crash the database server, so no commit has to wait for the disk.
  await onNodes(nodes, `alter database ${name} set synchronous_commit = off`);
  return {
    address: { ...server, database: name },
    drop: () => dropEverywhere(nodes, name),
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server, or a Citus cluster's coordinator and its workers. */
    database: { server: DatabaseAddress; workers: DatabaseAddress[]; template: string };
  }
}
