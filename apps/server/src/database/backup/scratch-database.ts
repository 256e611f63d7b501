import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dropOwnTables } from './own-tables.ts';
import { requireFree } from './restore-backup.ts';
import type { DatabaseAddress } from '../database.ts';
import { toDatabaseAddress } from '../database-address.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { findRunning, isAlive, stopPostmaster } from '../embedded/postmaster.ts';
import type { RoleAddresses } from '../embedded/roles.ts';
import { openOneConnection } from '../dedicated-connection.ts';

const prefix = 'tidemark-verify-';

export interface Scratch {
  address: DatabaseAddress;
  ownerAddress: DatabaseAddress;
  filesFolder: string;
}

/**
 * Runs work on a temporary database: a built-in one in a temporary folder, or an empty one of the operator's, which is
 * emptied afterwards. Cleans up whether the work succeeds, fails or is interrupted: the signal stops a built-in one, and
 * its work fails.
 */
export async function withScratchDatabase<Result>(
  { url, signal }: { url: string | null; signal: AbortSignal },
  use: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  await removeAbandoned();
  const folder = await mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`));
  try {
    const filesFolder = path.join(folder, 'files');
    if (url === null) return await onTemporaryServer({ folder, signal }, (server) => use({ ...server, filesFolder }));
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

/** Removes what killed processes left: a running server, and a copy of all data. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    const folder = path.join(os.tmpdir(), name);
    // Another user's folder could name any process of ours.
    if (!(await isOwn(folder))) continue;
    const server = await findRunning({ folder: path.join(folder, 'postgres'), password: name });
    if (server) await stopPostmaster(server);
    await rm(folder, { recursive: true, force: true });
  }
}

async function isOwn(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && found.uid === (process.getuid?.() ?? found.uid);
}

async function onTemporaryServer<Result>(
  { folder, signal }: { folder: string; signal: AbortSignal },
  use: (addresses: RoleAddresses) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres(folder, {
    password: path.basename(folder),
    onProblem: console.error,
    settings: ['fsync=off'], // nothing in it outlives this process
  });
  const interrupt = () => void server.stop();
  signal.addEventListener('abort', interrupt);
  try {
    signal.throwIfAborted();
    const { address, ownerAddress } = server;
    return await use({ address, ownerAddress });
  } finally {
    signal.removeEventListener('abort', interrupt);
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
