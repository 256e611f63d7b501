import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ask, openSandbox } from '../test/sandbox-client.ts';

function start(port: string) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  return fork(main, {
    env: { ...process.env, SANDBOX_PORT: port, SANDBOX_APP_ORIGINS: 'http://localhost:3000' },
    silent: true,
    execArgv: [],
  });
}

describe('sandbox process', () => {
  it('reports its URL to the parent process, and exits with it', async () => {
    const child = start('0');

    const [ready] = await once(child, 'message');
    const page = await ask(`${ready.url}/_sandbox`);
    child.disconnect();
    const [code] = await once(child, 'exit');

    expect(ready).toMatchObject({ type: 'ready', environment: { OIDC_ISSUER: `${ready.url}/oidc` } });
    expect(page.status).toBe(200);
    expect(code).toBe(0);
  });

  it('exits cleanly on SIGTERM', async () => {
    const child = start('0');
    await once(child, 'message');

    child.kill('SIGTERM');

    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('reports to the parent process why it could not start', async () => {
    const sandbox = await openSandbox();
    const child = start(new URL(sandbox.url).port);

    const [message] = await once(child, 'message');

    expect(message).toMatchObject({
      type: 'failed',
      code: 'EADDRINUSE',
      message: expect.stringContaining('is in use'),
    });
    await once(child, 'exit');
  });

  it('reports a product that cannot be seeded', async () => {
    const child = start('0');
    await once(child, 'message');
    const messages: { type: string; phase?: string }[] = [];
    const ended = new Promise<void>((resolve) => {
      child.on('message', (message: { type: string }) => {
        messages.push(message);
        if (message.type !== 'progress') resolve();
      });
    });

    child.send({ type: 'seed', appUrl: 'http://localhost:1' });
    await ended;
    child.disconnect();
    await once(child, 'exit');

    expect(messages.at(-1)).toMatchObject({
      type: 'seeding-failed',
      message: expect.stringContaining('Maya Lindqvist: first sign-in failed'),
    });
    expect(messages.some(({ phase }) => phase === 'ready')).toBe(true);
  });
});
