import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { formCluster, listWorkers } from './citus-cluster.ts';
import { moveNow } from './database-clock.ts';
import { dropEverywhere, onNodes } from './on-nodes.ts';
import { toAddress } from './server-address.ts';

/**
 * Starts one database server for all test files: the built-in one, TEST_DATABASE_URL, or the Citus cluster whose
 * coordinator is TEST_CITUS_URL. Migrates one database there; the files clone it.
 */
export default async function setup(project: TestProject) {
  const { server, workers, stop } = await startEngine();
  const nodes = [server, ...workers];
  const template = `tidemark_template_${randomBytes(6).toString('hex')}`;
  await onNodes(nodes, `create database ${template}`);
  const clockOffset = Number(process.env['TEST_CLOCK_OFFSET'] ?? 0);
  const templates = nodes.map((node) => ({ ...node, database: template }));
  if (clockOffset !== 0) await onNodes(templates, moveNow(clockOffset));
  if (process.env['TEST_CITUS_URL']) await formCluster({ ...server, database: template }, workers);
  const db = connectDatabase({ ...server, database: template });
  await migrate(db);
  await db.destroy();
  await closeTemplate(nodes, template);
  project.provide('database', { server, workers, template });
  return async () => {
    await dropEverywhere(nodes, template);
    await stop();
  };
}

/** Citus keeps a background process connected to each of its databases, and one that is in use cannot be cloned. */
async function closeTemplate(nodes: readonly DatabaseAddress[], template: string): Promise<void> {
  await onNodes(nodes, `alter database ${template} with allow_connections false`);
  await onNodes(nodes, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`);
}

async function startEngine(): Promise<{ server: DatabaseAddress; workers: DatabaseAddress[]; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL: single, TEST_CITUS_URL: coordinator } = process.env;
  const stop = async () => undefined;
  if (coordinator) {
    const server = toAddress(coordinator);
    return { server, workers: await listWorkers(server), stop };
  }
  if (single) return { server: toAddress(single), workers: [], stop };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-test-'));
  const engine = await startEmbeddedPostgres(folder, {
    password: randomBytes(12).toString('hex'),
    onProblem: console.error,
    // Several files' apps use it at the same time.
    maxConnections: 150,
    // Nothing here has to survive a crash.
    settings: [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'wal_compression=off',
      'wal_level=minimal',
      'max_wal_senders=0',
    ],
  });
  return {
    server: engine.superuserAddress,
    workers: [],
    async stop() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
