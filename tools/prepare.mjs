// Preparation for `npm start` and `npm test`. Plain JavaScript that any Node from 20 on runs before anything is
// installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const within = (...parts) => path.join(root, ...parts);

/** The pinned Node, once installed. */
export const pinnedNode = within('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

export function requireNode(least = 20) {
  if (Number(process.versions.node.split('.')[0]) >= least) return;
  console.error(`Tidemark needs Node ${least} or newer to install itself; this is ${process.version}.`);
  process.exit(1);
}

// What `npm start` runs, the sandbox included; the tools for development belong to the root.
const running = ['apps/server', 'apps/web', 'apps/sandbox'].flatMap((workspace) => ['--workspace', workspace]);

/** Installs exactly the lock file, or its packages for running Tidemark, unless they are already installed. */
export async function install({ onlyRunning = false } = {}) {
  const lock = createHash('sha256')
    .update(await readFile(within('package-lock.json')))
    .digest('hex');
  const note = within('node_modules', '.tidemark-lock');
  const installed = existsSync(pinnedNode) ? await readFile(note, 'utf8').catch(() => '') : '';
  if (installed === lock || (onlyRunning && installed === `${lock} running`)) return;
  console.log(
    onlyRunning
      ? 'Installing what running Tidemark needs: about 180 MB to download, once'
      : 'Installing what the lock file names: about 320 MB to download, once',
  );
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // NODE_ENV=production would make npm leave out the pinned Node and the build tools.
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await run(npm[0], [...npm.slice(1), ...options, ...(onlyRunning ? running : [])], {
    failure: 'The installation failed',
  });
  // The pinned Node, if it runs this, has just been removed.
  await runInstallScripts(existsSync(process.execPath) ? npm : ['npm']);
  await writeFile(note, onlyRunning ? `${lock} running` : lock);
}

/**
 * Runs the install scripts that package.json allows; `.npmrc` stops all others, also in npm versions without that list.
 */
export async function runInstallScripts(npm, { cwd = root, options = [] } = {}) {
  const { allowScripts } = JSON.parse(await readFile(path.join(cwd, 'package.json'), 'utf8'));
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(path.join(cwd, 'node_modules', name)),
  );
  // If no name were given, npm would rebuild all packages.
  if (names.length === 0) return;
  const order = ['rebuild', ...names, '--ignore-scripts=false', '--loglevel', 'error', ...options];
  await run(npm[0], [...npm.slice(1), ...order], { cwd, failure: 'The install scripts failed' });
}

/** Builds the web app when its sources have changed. */
export async function buildWeb() {
  const { note, sources, isBuilt } = await findBuild();
  if (isBuilt) return;
  console.log('Building the web app');
  await run(pinnedNode, [within('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: within('apps', 'web'),
    // React's development build is larger and slower.
    env: { NODE_ENV: 'production' },
    failure: 'The web app could not be built',
  });
  await mkdir(path.dirname(note), { recursive: true });
  await writeFile(note, sources);
}

export async function isWebBuilt() {
  return (await findBuild()).isBuilt;
}

async function findBuild() {
  const sources = await fingerprint([
    'apps/web',
    'packages/contract/src',
    'packages/presentation/src',
    'package-lock.json',
  ]);
  const note = within('apps', 'web', 'dist', '.sources');
  return { note, sources, isBuilt: (await readFile(note, 'utf8').catch(() => '')) === sources };
}

async function fingerprint(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    for (const file of (await listFiles(within(place))).sort()) {
      const { mtimeMs, size } = await stat(file);
      hash.update(`${path.relative(root, file)} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}

async function listFiles(place) {
  if ((await stat(place)).isFile()) return [place];
  const entries = await readdir(place, { withFileTypes: true });
  const skipped = new Set(['node_modules', 'dist', '.cache']);
  const lists = await Promise.all(
    entries.filter(({ name }) => !skipped.has(name)).map((entry) => listFiles(path.join(place, entry.name))),
  );
  return lists.flat();
}

/** Runs a command in the foreground; exits with its code when it fails. */
export function run(command, args, { cwd = root, env = {}, failure } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...pinnedEnvironment(), ...env },
    });
    child.once('error', (error) => {
      console.error(`${failure ?? 'The command failed'}: ${command} could not be started (${error.message}).`);
      process.exit(1);
    });
    child.once('exit', (code, signal) => {
      if (code === 0) return done();
      const reason = signal
        ? `it was stopped by ${signal}`
        : `it ended with code ${code}, for the reason printed above`;
      if (failure) console.error(`${failure}: ${reason}.`);
      process.exit(code ?? 1);
    });
  });
}

/** Returns the environment with the pinned Node first on the path, and its compile cache for faster restarts. */
export function pinnedEnvironment() {
  return {
    PATH: `${within('node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    NODE_COMPILE_CACHE: within('node_modules', '.cache', 'compile'),
  };
}
