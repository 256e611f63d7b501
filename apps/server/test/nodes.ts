import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../src/database/database.ts';
import { freePort } from './free-port.ts';
import { type TestApp } from './start-test-app.ts';
import { childArguments, childEnvironment } from './child-environment.ts';

const program = path.resolve(import.meta.dirname, '../src/main.ts');

export interface Node {
  pid: number;
  /** A serving node's address. */
  url: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the program as a separate process next to a test's app, with the same database, sandbox and Redis. */
export async function startNode(
  app: TestApp,
  {
    role,
    address,
    environment = {},
  }: { role: 'serve' | 'work'; address: DatabaseAddress; environment?: Record<string, string> },
): Promise<Node> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const redisUrl = process.env['TEST_REDIS_URL'];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...childArguments, program, role], {
    env: {
      ...childEnvironment,
      ...app.sandbox.environment,
      SANDBOX: 'off',
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      APP_URL: url,
      DATA_DIR: app.dataDir,
      DATABASE_URL: toUrl(address),
      ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      THUMBNAILS_PER_SECOND: '0',
      ...(redisUrl ? { REDIS_URL: redisUrl, REDIS_PREFIX: address.database ?? '' } : {}),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const isUp = () => /Tidemark (worker )?is ready/.test(output);
  for (const deadline = Date.now() + 60_000; !isUp(); await sleep(50))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`A node did not come up:\n${output}`);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { pid: child.pid ?? 0, url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

export function toUrl({
  connectionString,
  host = 'localhost',
  port = 5432,
  user = '',
  password = '',
  database = '',
}: DatabaseAddress): string {
  if (connectionString) return connectionString;
  const person = `${encodeURIComponent(user)}${password ? `:${encodeURIComponent(password)}` : ''}`;
  return host.startsWith('/')
    ? `postgres://${person}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${person}@${host}:${port}/${database}`;
}
