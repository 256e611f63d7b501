import process from 'node:process';
import { z } from 'zod';
import { startSandbox } from './start-sandbox.ts';
import { toMessage } from './seeding/seed-personas.ts';

const Order = z.object({ type: z.literal('seed'), appUrl: z.string() });

function notifyParent(message: Record<string, unknown>) {
  if (process.connected) process.send?.(message);
}

/** Prints to the terminal if there is no parent process. */
function say(line: string) {
  if (!process.connected) console.log(line);
}

async function main() {
  const {
    SANDBOX_PORT = '3100',
    SANDBOX_HOST,
    SANDBOX_URL,
    SANDBOX_STATE_FILE,
    SANDBOX_APP_ORIGINS = 'http://localhost:3000',
    SANDBOX_SEED,
    SANDBOX_INSIGHTS_TIMEZONE,
  } = process.env;
  const sandbox = await startSandbox({
    port: Number(SANDBOX_PORT),
    host: SANDBOX_HOST || undefined,
    publicUrl: SANDBOX_URL?.replace(/\/+$/, '') || undefined,
    appOrigins: SANDBOX_APP_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    stateFile: SANDBOX_STATE_FILE || undefined,
    seed: SANDBOX_SEED || undefined,
    dayZone: SANDBOX_INSIGHTS_TIMEZONE || undefined,
    log: (line) => console.error(line),
  });
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The parent has exited or was killed, so nothing else would stop this process.
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    const order = Order.safeParse(message);
    if (order.success) void seedFor(order.data.appUrl);
  });

  async function seedFor(appUrl: string) {
    try {
      await sandbox.seedPersonas({
        appUrl,
        onProgress: (progress) => notifyParent({ type: 'progress', ...progress }),
        onPast: (past) => notifyParent({ type: 'past', past }),
      });
      notifyParent({ type: 'seeded' });
    } catch (error) {
      notifyParent({ type: 'seeding-failed', message: toMessage(error) });
    }
  }

  say(`Sandbox: ${sandbox.url}`);
  notifyParent({ type: 'ready', url: sandbox.url, environment: sandbox.environment });
}

main().catch((error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'FAILED';
  notifyParent({ type: 'failed', code, message: toMessage(error) });
  console.error(toMessage(error));
  process.exitCode = 1;
  process.disconnect?.();
});
