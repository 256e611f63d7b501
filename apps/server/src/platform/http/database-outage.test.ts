import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';

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

it('answers 503 for every kind of database connection failure', async () => {
  const database = await createTestDatabase();
  const sockets = new Set<Socket>();
  let failure: Error | null = null;
  const stream = () => {
    const socket = failure ? new FailingSocket(failure) : new Socket();
    sockets.add(socket);
    return socket;
  };
  const app = await startTestApp({ work: false, address: { ...database.address, stream } });
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
});
