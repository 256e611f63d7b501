import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Past } from './seed-past.ts';

const program = path.resolve(import.meta.dirname, '../../../sandbox/src/main.ts');

/** Releases do not include it. */
export const hasSandbox = () => existsSync(program);

export interface SandboxProcess {
  environment: Record<string, string>;
  /** Seeds the personas; resolves when the first are ready. */
  seedPersonas(appUrl: string, options: SeedOptions): Promise<void>;
  stop(): void;
}

interface SeedOptions {
  onProgress(text: string): void;
  /** Stores what happened before the start. */
  storePast(past: Past): Promise<void>;
}

interface SandboxMessage {
  type: string;
  [key: string]: unknown;
}

/** Starts the sandbox as a child process that always exits with this one, even after a crash. */
export function startSandboxProcess({
  port,
  publicUrl,
  dataDir,
  appOrigins,
}: {
  port: number;
  publicUrl: string | null;
  dataDir: string;
  appOrigins: string[];
}): Promise<SandboxProcess> {
  const child = fork(program, {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'development',
      SANDBOX_PORT: String(port),
      SANDBOX_URL: publicUrl ?? '',
      SANDBOX_STATE_FILE: path.join(dataDir, 'sandbox.json'),
      SANDBOX_APP_ORIGINS: appOrigins.join(','),
    },
    // Ctrl-C is handled by the parent: the sandbox exits when its channel to the parent closes.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((started, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`The sandbox exited with code ${code}`)));
    child.on('message', (message: SandboxMessage) => {
      if (message.type === 'failed')
        failed(Object.assign(new Error(String(message['message'])), { code: message['code'] }));
      if (message.type !== 'ready') return;
      child.removeAllListeners('exit');
      started({
        environment: toEnvironment(message['environment']),
        seedPersonas: (appUrl, options) => seedPersonas(child, appUrl, options),
        stop: () => void child.kill('SIGTERM'),
      });
    });
  });
}

function seedPersonas(child: ChildProcess, appUrl: string, { onProgress, storePast }: SeedOptions): Promise<void> {
  let past: Promise<void> | undefined;
  return new Promise((done, failed) => {
    const gone = () => failed(new Error('The sandbox has exited'));
    const finish = () => {
      child.off('exit', gone);
      Promise.resolve(past).then(done, failed);
    };
    child.once('exit', gone);
    child.on('message', (message: SandboxMessage) => {
      if (message.type === 'progress' && typeof message['text'] === 'string') onProgress(message['text']);
      if (message.type === 'past') past = storePast(toPast(message['past']));
      if (message.type === 'seeding-failed') failed(new Error(String(message['message'])));
      // The personas that a new user looks at first are seeded first; the others follow in the background.
      if (message.type === 'seeded' || (message.type === 'progress' && message['phase'] === 'ready')) finish();
    });
    child.send({ type: 'seed', appUrl });
  });
}

// The sandbox builds it for this type; only development has a sandbox.
function toPast(given: unknown): Past {
  return given as Past;
}

function toEnvironment(given: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]));
}
