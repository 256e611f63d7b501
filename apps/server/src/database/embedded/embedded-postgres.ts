import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAddress } from '../database.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { isAlive, startPostmaster, stopPostmaster } from './postmaster.ts';
import { findLaunch } from './run-as.ts';

export interface EmbeddedPostgres {
  address: DatabaseAddress;
  /** True when a server was found running whose parent had been killed. */
  adopted: boolean;
  stop(): Promise<void>;
}

const watchEvery = 1_000;

/**
 * A PostgreSQL server of our own below the data folder, for this user alone: its socket lies in a folder that nobody
 * else may enter, and even there it asks for a password. A server that dies is started again.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { password, onProblem }: { password: string; onProblem: (message: string, error?: unknown) => void },
): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const [binaries, launch] = await Promise.all([findBinaries(), findLaunch()]);
  const places = {
    folder: path.join(dataDir, 'postgres'),
    socketFolder: path.join(dataDir, 'socket'),
    logFile: path.join(dataDir, 'postgres.log'),
    password,
  };
  await ensureCluster({ ...places, initdb: binaries.initdb, launch });
  const start = () => startPostmaster(places, { postgres: binaries.postgres, launch });
  let server = await start();
  const { address, adopted } = server;

  let restarting: Promise<void> | null = null;
  const watch = setInterval(() => {
    if (restarting || isAlive(server.pid)) return;
    onProblem('The built-in database has ended and is started again');
    restarting = start()
      .then((again) => void (server = again))
      .catch((error: unknown) => onProblem('The built-in database cannot be started again', error))
      .finally(() => (restarting = null));
  }, watchEvery);
  watch.unref();

  return {
    address,
    adopted,
    async stop() {
      clearInterval(watch);
      await restarting;
      await stopPostmaster(server);
    },
  };
}
