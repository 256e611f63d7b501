import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { connectDatabase, type DatabaseAddress } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { onServer } from './test-database.ts';

/**
 * One database server for all test files: the built-in one, or that of TEST_DATABASE_URL. One of its databases is
 * migrated; the files clone it.
 */
export default async function setup(project: TestProject) {
  const { server, stop } = await startEngine();
  const template = `tidemark_template_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${template}`);
  const db = connectDatabase({ ...server, database: template });
  await migrate(db);
  await db.destroy();
  project.provide('database', { server, template });
  return async () => {
    await onServer(server, `drop database if exists ${template} with (force)`);
    await stop();
  };
}

async function startEngine(): Promise<{ server: DatabaseAddress; stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    const { hostname, port, username, password, pathname } = new URL(given);
    const server = {
      host: hostname,
      port: Number(port || 5432),
      user: username || 'postgres',
      password: password || undefined,
      database: pathname.slice(1) || 'postgres',
    };
    return { server, stop: async () => undefined };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-test-'));
  const engine = await startEmbeddedPostgres(folder, {
    password: randomBytes(12).toString('hex'),
    onProblem: console.error,
  });
  return {
    server: engine.superuserAddress,
    async stop() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
