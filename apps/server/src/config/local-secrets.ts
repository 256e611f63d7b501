import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const LocalSecrets = z.object({ encryptionKeys: z.string(), databasePassword: z.string() });
export type LocalSecrets = z.infer<typeof LocalSecrets>;

/** The secrets of the local mode: made once, kept in the data folder, readable by its owner only. */
export async function loadLocalSecrets(dataDir: string): Promise<LocalSecrets> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return LocalSecrets.parse(JSON.parse(text));
  const secrets = {
    encryptionKeys: `local:${randomBytes(32).toString('base64')}`,
    databasePassword: randomBytes(24).toString('base64url'),
  };
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(draft, file);
  return secrets;
}
