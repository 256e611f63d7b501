import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ensureDataDir } from './data-dir.ts';

const LocalSecrets = z.object({ encryptionKeys: z.string(), databasePassword: z.string() });
export type LocalSecrets = z.infer<typeof LocalSecrets>;

/** Loads the local mode's secrets: generated once, stored in the data folder, readable by its owner only. */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  await ensureDataDir(dataDir);
  const file = path.join(dataDir, 'secrets.json');
  const known = await read(file);
  if (known) return known;
  const secrets = {
    encryptionKeys: `local:${randomBytes(32).toString('base64')}`,
    databasePassword: randomBytes(24).toString('base64url'),
  };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  // If several processes start at once, the first one's secrets win: a link never replaces a file.
  await link(draft, file).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  await rm(draft);
  return (await read(file)) ?? secrets;
}

/** Returns the keys in the data folder; null when there are none. Creates nothing. */
export async function findLocalKeys(dataDir: string): Promise<string | null> {
  return (await read(path.join(dataDir, 'secrets.json')))?.encryptionKeys ?? null;
}

/** Returns the file's current keys, for processes that run while it changes. */
export function readLocalKeys(dataDir: string): string {
  return LocalSecrets.parse(JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'))).encryptionKeys;
}

/** Replaces the keys atomically: a complete file exists at all times. */
export async function saveLocalKeys(dataDir: string, encryptionKeys: string): Promise<void> {
  const file = path.join(dataDir, 'secrets.json');
  const secrets = { ...(await loadLocalSecrets(dataDir)), encryptionKeys };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  await rename(draft, file);
}

async function read(file: string): Promise<LocalSecrets | null> {
  try {
    return LocalSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
