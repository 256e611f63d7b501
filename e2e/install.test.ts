import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(path.join(os.tmpdir(), 'tidemark-clone-'));
  for (const part of ['tools', 'package.json', 'package-lock.json'])
    await cp(path.join(root, part), path.join(clone, part), { recursive: true });
});
afterEach(() => rm(clone, { recursive: true }));

it('installs the build tools in production too, and says why an installation fails', async () => {
  // In place of npm: prints what it was asked to do, and fails.
  const npm = path.join(clone, 'npm.mjs');
  await writeFile(npm, 'console.log(process.argv.slice(2).join(" ")); process.exit(3);');

  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', npm_execpath: npm },
  });

  expect(stdout).toContain('ci --include=dev');
  expect(stderr).toContain('The installation failed: it ended with code 3');
  expect(status).toBe(3);
});
