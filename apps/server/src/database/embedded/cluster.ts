import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Launch } from './find-launch.ts';

const run = promisify(execFile);

export const databaseUser = 'tidemark';

/**
 * Creates the cluster unless it exists. An interrupted creation is discarded: only a complete one gets its final name.
 */
export async function ensureCluster({
  folder,
  password,
  initdb,
  launch,
}: {
  folder: string;
  password: string;
  initdb: string;
  launch: Launch;
}): Promise<void> {
  if (await exists(path.join(folder, 'PG_VERSION'))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    const { file, args } = launch.command(initdb, [
      '--pgdata', unfinished,
      '--username', databaseUser,
      '--auth', 'scram-sha-256',
      '--pwfile', passwordFile,
      '--encoding', 'UTF8',
      '--locale-provider', 'builtin',
      '--locale', 'C.UTF-8',
      '--no-instructions',
    ]); // prettier-ignore
    await run(file, args, { env: { PATH: process.env['PATH'], LC_ALL: 'C' } });
    await rename(unfinished, folder);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}
