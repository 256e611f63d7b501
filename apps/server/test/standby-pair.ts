import { execFile, spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findLaunch } from '../src/database/embedded/find-launch.ts';
import { freePort } from './free-port.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const certificates = path.join(import.meta.dirname, 'certificates');
const programs = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? '';
export const hasPostgresPrograms = spawnSync(path.join(programs, 'pg_basebackup'), ['--version']).status === 0;

interface Server {
  folder: string;
  port: number;
  /** The product's way to it. */
  line: TcpProxy;
}

export interface StandbyPair {
  primary: Server;
  standby: Server;
  /** Names both servers, with TLS. */
  url: string;
  ask<Row extends pg.QueryResultRow>(server: Server, statement: string, values?: unknown[]): Promise<Row[]>;
  /** Kills all the primary's processes at once. */
  killPrimary(): Promise<void>;
  /** Resolves once the standby accepts writes. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a primary, and a standby that must have every commit before it is acknowledged. */
export async function startStandbyPair(): Promise<StandbyPair> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-standby-'));
  const launch = await findLaunch();
  const runProgram = (name: string, args: string[]) => {
    const command = launch.command(path.join(programs, name), args);
    return run(command.file, command.args, { env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
  };
  const newServer = async (name: string): Promise<Server> => {
    const port = await freePort();
    return { folder: path.join(folder, name), port, line: await startTcpProxy({ port }) };
  };
  const [primary, standby] = [await newServer('primary'), await newServer('standby')];
  // Nothing here has to survive a crash.
  const settings =
    "listen_addresses=127.0.0.1 unix_socket_directories='' max_connections=200 fsync=off ssl=on ssl_ca_file=ca.pem ssl_cert_file=cert.pem ssl_key_file=key.pem"
      .split(' ')
      .map((setting) => `-c ${setting}`)
      .join(' ');
  const start = ({ folder: data, port }: Server) =>
    runProgram('pg_ctl', ['start', '-w', '-D', data, '-l', `${data}.log`, '-o', `-c port=${port} ${settings}`]);

  async function ask<Row extends pg.QueryResultRow>(server: Server, statement: string, values: unknown[] = []) {
    const database = statement.startsWith('create database') ? 'postgres' : 'tidemark';
    const client = new pg.Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database });
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  await runProgram('initdb', ['-D', primary.folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  for (const name of ['ca.pem', 'cert.pem', 'key.pem']) {
    await copyFile(path.join(certificates, name), path.join(primary.folder, name));
    await chmod(path.join(primary.folder, name), 0o600);
  }
  await start(primary);
  await ask(primary, 'create database tidemark');
  const origin = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  await runProgram('pg_basebackup', [...origin, '-D', standby.folder, '-R', '-c', 'fast', '--no-sync']);
  await start(standby);
  await ask(primary, `alter system set synchronous_standby_names = '*'`);
  await ask(primary, 'select pg_reload_conf()');
  await until(async () => {
    const rows = await ask(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`);
    return rows.length > 0;
  });

  const servers = [primary, standby].map(({ line }) => `localhost:${line.port}`).join(',');
  const ca = encodeURIComponent(path.join(certificates, 'ca.pem'));
  return {
    primary,
    standby,
    url: `postgres://postgres@${servers}/tidemark?sslmode=verify-full&sslrootcert=${ca}&target_session_attrs=read-write`,
    ask,
    async killPrimary() {
      const [postmaster] = (await readFile(path.join(primary.folder, 'postmaster.pid'), 'utf8')).split('\n');
      const rows = await ask<{ pid: number }>(
        primary,
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      );
      for (const pid of [Number(postmaster), ...rows.map((row) => row.pid)]) process.kill(pid, 'SIGKILL');
    },
    promote: async () => void (await runProgram('pg_ctl', ['promote', '-w', '-D', standby.folder])),
    async close() {
      for (const server of [primary, standby]) {
        await runProgram('pg_ctl', ['stop', '-m', 'immediate', '-D', server.folder]).catch(() => undefined);
        await server.line.close();
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
