import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dropOwnTables } from '../database/backup/own-tables.ts';
import { requireFree } from '../database/backup/restore-backup.ts';
import type { DatabaseAddress } from '../database/database.ts';
import { toDatabaseAddress } from '../database/database-address.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import type { RoleAddresses } from '../database/embedded/roles.ts';
import { openOneConnection } from '../database/dedicated-connection.ts';

interface Scratch {
  address: DatabaseAddress;
  ownerAddress: DatabaseAddress;
  filesFolder: string;
}

/**
 * Runs work on a temporary database: a built-in one in a temporary folder, or an empty one of the operator's, which is
 * emptied afterwards. Cleans up whether the work succeeds, fails or is interrupted.
 */
export async function withScratchDatabase<Result>(
  url: string | null,
  use: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-verify-'));
  try {
    const filesFolder = path.join(folder, 'files');
    if (url === null) return await onTemporaryServer(folder, (server) => use({ ...server, filesFolder }));
    const address = toDatabaseAddress(url);
    await onConnection(address, (db) => requireFree(db, { replace: false }));
    try {
      return await use({ address, ownerAddress: address, filesFolder });
    } finally {
      await onConnection(address, dropOwnTables);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onTemporaryServer<Result>(
  folder: string,
  use: (addresses: RoleAddresses) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres(folder, { password: path.basename(folder), onProblem: console.error });
  const interrupt = () =>
    void server
      .stop()
      .then(() => rm(folder, { recursive: true, force: true }))
      .finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    const { address, ownerAddress } = server;
    return await use({ address, ownerAddress });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
    await server.stop();
  }
}

async function onConnection(
  address: DatabaseAddress,
  use: (db: Awaited<ReturnType<typeof openOneConnection>>['db']) => Promise<void>,
): Promise<void> {
  const { db, close } = await openOneConnection(address, 'tidemark-restore');
  try {
    await use(db);
  } finally {
    await close();
  }
}
