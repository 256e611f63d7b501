import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseAddress } from '../src/database/database.ts';
import { findLaunch } from '../src/database/embedded/find-launch.ts';
import { canConnect } from '../src/database/embedded/roles.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).status === 0;

export interface OwnPgbouncer {
  address: DatabaseAddress & { host: string; port: number };
  stop(): Promise<void>;
}

/** Starts a pooler in front of a database; it signs in as the database's user. */
export async function startOwnPgbouncer(
  { host, port, user, password, database }: DatabaseAddress,
  settings: Record<string, string>,
): Promise<OwnPgbouncer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-pgbouncer-'));
  const listenPort = await freePort();
  const target = { host, port, user, password, dbname: database };
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    [
      '[databases]',
      `${database} = ${Object.entries(target)
        .flatMap(([name, value]) => (value ? `${name}=${value}` : []))
        .join(' ')}`,
      '[pgbouncer]',
      ...Object.entries({
        listen_addr: '127.0.0.1',
        listen_port: listenPort,
        unix_socket_dir: '',
        auth_type: 'any',
        default_pool_size: 40,
        ...settings,
      }).map(([name, value]) => `${name} = ${value}`),
    ].join('\n'),
    { mode: 0o600 },
  );
  const launch = (await findLaunch()).command('pgbouncer', [file]);
  const child = spawn(launch.file, launch.args, { stdio: 'ignore' });
  const address = { host: '127.0.0.1', port: listenPort, user, database };
  await until(() => canConnect(address));
  return {
    address,
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
