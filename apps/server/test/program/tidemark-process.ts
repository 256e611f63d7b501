import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { childArguments, childEnvironment } from '../child-environment.ts';
import { freePort } from '../free-port.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
// Compiles each module once for all starts, as `npm start` does.
const compileCache = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile') };

export interface Places {
  dataDir: string;
  port: number;
  sandboxPort: number;
  /** The working directory, whose `.env` is read. */
  cwd?: string;
  /** Another installation than this repository: the file that starts it. */
  program?: string;
}

export interface Tidemark extends Places {
  url: string;
  sandboxUrl: string;
  child: ChildProcess;
  output(): string;
  /** Sends Ctrl-C; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to the server itself, as the kernel's out-of-memory killer would. */
  kill(): Promise<void>;
}

export async function newPlaces(): Promise<Places> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  return { dataDir: await mkdtemp(path.join(os.tmpdir(), 'tidemark-e2e-')), port, sandboxPort };
}

export async function removePlaces({ dataDir }: Places): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts the program and resolves once it reports that it is ready, or why it is not. */
export async function startTidemark(places: Places, environment: Record<string, string> = {}): Promise<Tidemark> {
  const { child, output } = run(places, environment);
  await new Promise<void>((ready, failed) => {
    const look = () => {
      if (/Tidemark is (?:ready|running but not ready)/.test(output())) ready();
    };
    child.stdout?.on('data', look);
    child.once('exit', (code) => failed(new Error(`It ended with code ${code}:\n${output()}`)));
  });
  return {
    ...places,
    url: `http://localhost:${places.port}`,
    sandboxUrl: `http://localhost:${places.sandboxPort}`,
    child,
    output,
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      child.kill('SIGINT');
      await once(child, 'exit');
      return child.exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Runs the program until it exits: for starts that must fail. */
export async function runToEnd(
  places: Places,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(places, environment, args);
  await once(child, 'exit');
  return { code: child.exitCode, output: output() };
}

function run(
  { dataDir, port, sandboxPort, cwd = os.tmpdir(), program = path.join(root, 'apps/server/src/main.ts') }: Places,
  environment: Record<string, string>,
  args: string[] = [],
) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...childArguments, program, ...args],
    {
      cwd,
      env: {
        ...childEnvironment,
        DATA_DIR: dataDir,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        ...compileCache,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  return { child, output: () => text };
}
