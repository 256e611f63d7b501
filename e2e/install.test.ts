import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

it('runs only allowed install scripts with any npm version', async () => {
  const npm = path.join(clone, 'npm.mjs');
  // Installs two packages with scripts; of them, package.json allows one.
  await writeFile(
    npm,
    `import { mkdirSync } from 'node:fs';
    const words = process.argv.slice(2);
    console.log(words.join(' '));
    if (words[0] === 'ci') for (const name of ['node', '@swc/core']) mkdirSync('node_modules/' + name, { recursive: true });
    else process.exit(4);`,
  );

  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], {
    cwd: clone,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], npm_execpath: npm },
  });

  expect(stdout).toMatch(/^rebuild node --ignore-scripts=false /m);
  expect(stderr).toContain('The install scripts failed: it ended with code 4');
  expect(status).toBe(4);
  expect(await readFile(path.join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

it('installs build tools in production too, and explains failed installations', async () => {
  // Replaces npm: prints what it was asked to do, and fails.
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
