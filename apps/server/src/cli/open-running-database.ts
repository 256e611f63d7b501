import path from 'node:path';
import { loadLocalSecrets } from '../config/local-secrets.ts';
import { findRunning } from '../database/embedded/postmaster.ts';
import { findRoles, type RoleAddresses } from '../database/embedded/roles.ts';
import { openDatabase } from './database-access.ts';

/** Opens the database, even a running Tidemark's built-in one, without disturbing it. */
export async function openRunningDatabase({
  dataDir,
  databaseUrl,
}: {
  dataDir: string;
  databaseUrl: string | null;
}): Promise<RoleAddresses & { encryptionKeys: string; close(): Promise<void> }> {
  const { databasePassword, encryptionKeys } = await loadLocalSecrets(dataDir);
  const running = databaseUrl
    ? null
    : await findRunning({ folder: path.join(dataDir, 'postgres'), password: databasePassword });
  if (running) return { ...(await findRoles(running.address)), encryptionKeys, close: async () => undefined };
  const { address, ownerAddress, close } = await openDatabase({ dataDir, databaseUrl }, console.error);
  return { address, ownerAddress, encryptionKeys, close };
}
