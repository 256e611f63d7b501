import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../cli/database-access.ts';
import { CliError } from '../cli/cli-error.ts';
import { createLog } from '../platform/log/log.ts';
import { restrictFile } from './data-dir.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-data-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const external = 'postgres://nobody@127.0.0.1:9/none';
const readMode = async (file: string) => (await stat(file)).mode & 0o777;

it.each([0o777, 0o770, 0o720, 0o702])('rejects a data folder that others can write to: %o', async (mode) => {
  await chmod(folder, mode);

  for (const databaseUrl of [external, null]) {
    const opened = openDatabase({ dataDir: folder, databaseUrl }, () => undefined);

    await expect(opened).rejects.toBeInstanceOf(CliError);
    await expect(opened).rejects.toThrow(`chmod 700 ${folder}`);
  }
  expect(await readdir(folder)).toEqual([]);
});

it.each([0o755, 0o750])('warns about a data folder that others can read: %o', async (mode) => {
  await chmod(folder, mode);
  const warnings: string[] = [];

  await openDatabase({ dataDir: folder, databaseUrl: external }, (message) => void warnings.push(message));

  expect(warnings).toEqual([expect.stringContaining(`chmod 700 ${folder}`)]);
});

it('creates the data folder and its files readable by their owner only', async () => {
  const dataDir = path.join(folder, 'new');
  const warnings: string[] = [];

  await openDatabase({ dataDir, databaseUrl: external }, (message) => void warnings.push(message));
  createLog({ level: 'info', file: path.join(dataDir, 'tidemark.log') }).info('a line');

  expect(warnings).toEqual([]);
  expect(await readMode(dataDir)).toBe(0o700);
  for (const name of await readdir(dataDir)) expect(await readMode(path.join(dataDir, name)), name).toBe(0o600);
});

it('restricts a log that an earlier version made readable for everyone', async () => {
  const file = path.join(folder, 'tidemark.log');
  await restrictFile(file);
  await writeFile(file, 'old', { mode: 0o644 });

  await restrictFile(file);

  expect(await readMode(file)).toBe(0o600);
});
