import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
let archive: string | undefined = process.env['TEST_RELEASE'];

/** Builds this platform's archive once, unless TEST_RELEASE names one, and unpacks it into a new folder. */
export async function unpackRelease(): Promise<{ program: string; command: string; remove(): Promise<void> }> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `tidemark-${version}-${process.platform}-${process.arch}`;
  if (!archive) {
    execFileSync(process.execPath, ['tools/release.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    archive = path.join(root, 'release', `${name}.tar.gz`);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-release-'));
  execFileSync('tar', ['-C', folder, '-xzf', archive]);
  return {
    program: path.join(folder, name, 'tidemark.mjs'),
    /** Starts the program with the archive's own Node. */
    command: path.join(folder, name, 'bin', 'tidemark'),
    remove: () => rm(folder, { recursive: true }),
  };
}
