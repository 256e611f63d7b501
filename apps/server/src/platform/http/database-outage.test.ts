import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLog } from '../log/log.ts';

/** A socket that fails to connect. */
class FailingSocket extends Socket {
  readonly #error: Error;
  constructor(error: Error) {
    super();
    this.#error = error;
  }
  override connect(): this {
    process.nextTick(() => this.destroy(this.#error));
    return this;
  }
}

const systemError = (syscall: string, code: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { syscall, code });

it('answers 503, and logs one warning, for every kind of database connection failure', async () => {
  const database = await createTestDatabase();
  const sockets = new Set<Socket>();
  let failure: Error | null = null;
  const stream = () => {
    const socket = failure ? new FailingSocket(failure) : new Socket();
    sockets.add(socket);
    return socket;
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-log-'));
  const log = createLog({ level: 'info', file: path.join(folder, 'log') });
  const environment = { REDIS_URL: '' };
  const app = await startTestApp({ work: false, address: { ...database.address, stream }, environment, log });
  const maya = await app.as('maya@sandbox.test');
  await maya.load();

  for (const one of [
    systemError('connect', 'EAGAIN'),
    systemError('connect', 'EHOSTUNREACH'),
    systemError('getaddrinfo', 'ENOTFOUND'),
    Object.assign(new Error('password authentication failed'), { code: '28P01' }),
    new Error('The server does not support SSL connections'),
  ]) {
    failure = one;
    for (const socket of sockets) socket.destroy();

    await expect
      .poll(() => maya.load().catch(({ code }: { code: string }) => code), { message: one.message })
      .toBe('database_unavailable');
    const answer = await fetch(`${app.url}/api/v1/user/load`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maya.token}` },
    });
    expect(answer.status, one.message).toBe(503);
  }

  failure = null;
  await expect
    .poll(() =>
      maya.load().then(
        () => 'loaded',
        () => 'failed',
      ),
    )
    .toBe('loaded');
  await app.close();
  await database.drop();
  const lines = (await readFile(path.join(folder, 'log'), 'utf8')).split('\n');
  await rm(folder, { recursive: true });

  expect(lines.filter((line) => line.includes('The database is not available'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('"stack"'))).toEqual([]);
});

it('stays ready at the first failure of the database, and not at the second', async () => {
  const database = await createTestDatabase();
  const { host = '127.0.0.1', port = 5432 } = database.address;
  const proxy = await startTcpProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const address = { ...database.address, host: '127.0.0.1', port: proxy.port };
  const app = await startTestApp({ work: false, address });
  const readReady = async () => {
    const answer = await fetch(`${app.url}/api/v1/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return `${answer.status} ${checks['database']}`;
  };
  const seen = [await readReady()];

  proxy.refuseAll(true);
  await expect
    .poll(
      async () => {
        const state = await readReady();
        if (state !== seen.at(-1)) seen.push(state);
        return state;
      },
      { interval: 100, timeout: 20_000 },
    )
    .toBe('503 failed');
  proxy.refuseAll(false);

  expect(seen).toEqual(['200 ok', '200 degraded', '503 failed']);
  await expect.poll(readReady, { timeout: 20_000 }).toBe('200 ok');
  await app.close();
  await proxy.close();
  await database.drop();
});
