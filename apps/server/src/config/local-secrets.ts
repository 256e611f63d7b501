import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const LocalSecrets = z.object({ encryptionKeys: z.string(), databasePassword: z.string() });
export type LocalSecrets = z.infer<typeof LocalSecrets>;

/** The secrets of the local mode: made once, kept in the data folder, readable by its owner only. */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'secrets.json');
  const known = await read(file);
  if (known) return known;
  const secrets = {
    encryptionKeys: `local:${randomBytes(32).toString('base64')}`,
    databasePassword: randomBytes(24).toString('base64url'),
  };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  // Of several processes that start at once the first one's secrets stay: a link never replaces a file.
  await link(draft, file).catch((error: unknown) => {
    if (!isCode(error, 'EEXIST')) throw error;
  });
  await rm(draft);
  return (await read(file)) ?? secrets;
}

/** The keys as they stand in the file now, for a process that runs while they are changed. */
export function readLocalKeys(dataDir: string): string {
  return LocalSecrets.parse(JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'))).encryptionKeys;
}

/** Puts other keys in the place of those in the file, which is there whole at any time. */
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
