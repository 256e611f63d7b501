import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAddress } from '../database.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { ensureRoles, type RoleAddresses } from './roles.ts';
import { isAlive, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findLaunch } from './find-launch.ts';

export interface EmbeddedPostgres extends RoleAddresses {
  /** Only for creating roles and databases. */
  superuserAddress: DatabaseAddress;
  /** True when a running server was found whose parent had been killed. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  password: string;
  onProblem: (message: string, error?: unknown) => void;
  maxConnections?: number;
  /** Additional server settings, such as `fsync=off`. */
  settings?: readonly string[];
}

const watchEvery = 1_000;

/**
 * Starts a PostgreSQL server below the data folder, for the current user only: its socket is in a private folder and
 * requires a password. A server that dies is restarted.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { password, onProblem, maxConnections = 60, settings = [] }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const [binaries, launch] = await Promise.all([findBinaries(), findLaunch()]);
  const places = {
    folder: path.join(dataDir, 'postgres'),
    socketFolder: path.join(dataDir, 'socket'),
    logFile: path.join(dataDir, 'postgres.log'),
    password,
    maxConnections,
    settings,
  };
  await ensureCluster({ ...places, initdb: binaries.initdb, launch });
  const start = () => startPostmaster(places, { postgres: binaries.postgres, launch });
  let server = await start();
  const { address: superuserAddress, adopted } = server;
  const roles = await ensureRoles(superuserAddress).catch(async (error: unknown) => {
    await stopPostmaster(server);
    throw error;
  });

  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (restarting || isAlive(server.pid)) return;
    onProblem('The built-in database exited; restarting');
    restarting = start()
      .then((again) => void (server = again))
      .catch((error: unknown) => onProblem('Could not restart the built-in database', error))
      .finally(() => (restarting = null));
  }, watchEvery);
  watch.unref();

  return {
    ...roles,
    superuserAddress,
    adopted,
    async stop() {
      clearInterval(watch);
      await restarting;
      await stopPostmaster(server);
    },
  };
}
