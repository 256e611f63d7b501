import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface OwnRedis {
  port: number;
  start(): Promise<void>;
  /** Stops immediately, losing its data. */
  kill(): Promise<void>;
  /** Suspends it, so that connections stay open without responses. */
  freeze(): void;
  thaw(): void;
}

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  async function start(): Promise<void> {
    const settings = [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--daemonize',
      'no',
    ];
    child = spawn('redis-server', [...settings, '--dir', os.tmpdir()], { stdio: 'ignore' });
    for (const deadline = Date.now() + 10_000; !(await answers(port)); await sleep(20))
      if (Date.now() > deadline) throw new Error('Redis does not start');
  }
  await start();
  return {
    port,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
