import { spawn } from 'node:child_process';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../database.ts';
import { databaseUser } from './cluster.ts';
import type { Launch } from './find-launch.ts';

// A socket path must fit in sockaddr_un, 108 bytes on Linux and 104 on macOS: unix(7).
const maxSocketPathLength = 100;
const startTimeout = 30_000;

export interface Postmaster {
  pid: number;
  address: DatabaseAddress;
  adopted: boolean;
}

interface Places {
  folder: string;
  socketFolder: string;
  logFile: string;
  password: string;
  maxConnections: number;
  /** Additional server settings, such as `fsync=off`. */
  settings: readonly string[];
}

/** Returns this cluster's running server (if its parent was killed), or starts one. */
export async function startPostmaster(
  places: Places,
  { postgres, launch }: { postgres: string; launch: Launch },
): Promise<Postmaster> {
  const orphan = await findRunning(places);
  if (orphan) return orphan;
  await rm(path.join(places.folder, 'postmaster.pid'), { force: true });
  await mkdir(places.socketFolder, { recursive: true, mode: 0o700 });
  const usesSocket =
    process.platform !== 'win32' && path.join(places.socketFolder, '.s.PGSQL.5432').length <= maxSocketPathLength;
  const port = usesSocket ? 5432 : await freePort();
  const log = await open(places.logFile, 'a', 0o600);
  try {
    const settings = [
      `unix_socket_directories=${usesSocket ? places.socketFolder : ''}`,
      `listen_addresses=${usesSocket ? '' : '127.0.0.1'}`,
      `port=${port}`,
      'unix_socket_permissions=0700',
      `max_connections=${places.maxConnections}`,
      'shared_buffers=128MB',
      'wal_compression=on',
      'log_min_messages=warning',
      'timezone=UTC',
      ...places.settings,
    ];
    const { file, args } = launch.command(postgres, [
      '-D',
      places.folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    // Runs in its own process group, so that Ctrl-C reaches only us and we can stop the server cleanly.
    const child = spawn(file, args, {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    child.unref();
    let ended: string | null = null;
    child.once('exit', (code) => (ended = `it exited with code ${code}`));
    child.once('error', (error) => (ended = error.message));
    for (const deadline = Date.now() + startTimeout; Date.now() < deadline; await sleep(20)) {
      if (ended) break;
      const running = await findRunning(places);
      if (running) return { ...running, adopted: false };
    }
    throw new Error(
      `The built-in database failed to start: ${ended ?? 'it is not responding'}. See its log at ${places.logFile}.`,
    );
  } finally {
    await log.close();
  }
}

/** Stops the server with a fast shutdown: running statements are rolled back, and committed data is on disk. */
export async function stopPostmaster({ pid }: Postmaster): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 5],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(20))
      if (!isAlive(pid)) return;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Reads the server's own file (PostgreSQL manual, "postmaster.pid") and tries to connect to the server it describes.
 */
export async function findRunning({
  folder,
  password,
}: Pick<Places, 'folder' | 'password'>): Promise<Postmaster | null> {
  const note = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => null);
  if (!note) return null;
  const [pidText = '', , , portText = '', socketFolder = '', listens = ''] = note.split('\n');
  const pid = Number(pidText);
  if (!isAlive(pid)) return null;
  const address = {
    host: socketFolder || listens || '127.0.0.1',
    port: Number(portText),
    user: databaseUser,
    password,
    database: 'postgres',
  };
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return { pid, address, adopted: true };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
