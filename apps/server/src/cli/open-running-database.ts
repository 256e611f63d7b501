import path from 'node:path';
import { loadLocalSecrets } from '../config/local-secrets.ts';
import type { DatabaseAddress } from '../database/database.ts';
import { findRunning } from '../database/embedded/postmaster.ts';
import { findRoles } from '../database/embedded/roles.ts';
import { openDatabase } from './database-access.ts';

/** Opens the database, even a running Tidemark's built-in one, without disturbing it. */
export async function openRunningDatabase({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<{ address: DatabaseAddress; encryptionKeys: string; close(): Promise<void> }> {
  const { databasePassword, encryptionKeys } = await loadLocalSecrets(dataDir);
  const running = databaseUrl
    ? null
    : await findRunning({ folder: path.join(dataDir, 'postgres'), password: databasePassword });
  if (running) return { ...(await findRoles(running.address)), encryptionKeys, close: async () => undefined };
  const { address, close } = await openDatabase({ dataDir, databaseUrl }, console.error);
  return { address, encryptionKeys, close };
}
