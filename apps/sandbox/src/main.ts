import process from 'node:process';
import { z } from 'zod';
import { startSandbox } from './start-sandbox.ts';
import { messageOf } from './settle/settle.ts';

const Order = z.object({ type: z.literal('settle'), appUrl: z.string() });

function tellParent(message: Record<string, unknown>) {
  if (process.connected) process.send?.(message);
}

/** Without a parent that listens, the terminal is told. */
function say(line: string) {
  if (!process.connected) console.log(line);
}

async function main() {
  const {
    SANDBOX_PORT = '3100',
    SANDBOX_HOST,
    SANDBOX_STATE_FILE,
    SANDBOX_APP_ORIGINS = 'http://localhost:3000',
    SANDBOX_SEED,
    SANDBOX_DAY_ZONE,
  } = process.env;
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT),
    host: SANDBOX_HOST || undefined,
    appOrigins: SANDBOX_APP_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    stateFile: SANDBOX_STATE_FILE || undefined,
    seed: SANDBOX_SEED || undefined,
    dayZone: SANDBOX_DAY_ZONE || undefined,
    log: (line) => console.error(line),
  });
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent is gone, perhaps killed: nobody is left to stop this process.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    const order = Order.safeParse(message);
    if (order.success) void settleFor(order.data.appUrl);
  });

  async function settleFor(appUrl: string) {
    try {
      await sandbox.settle({ appUrl, onProgress: (progress) => tellParent({ type: 'progress', ...progress }) });
      tellParent({ type: 'settled' });
    } catch (error) {
      tellParent({ type: 'settle-failed', message: messageOf(error) });
    }
  }

  say(`Sandbox: ${sandbox.url}`);
  tellParent({ type: 'ready', url: sandbox.url, environment: sandbox.environment });
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'FAILED';
  tellParent({ type: 'failed', code, message: messageOf(error) });
  console.error(messageOf(error));
  process.exitCode = 1;
  process.disconnect?.();
});
