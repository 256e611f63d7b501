import type { DatabaseAddress } from '../database/database.ts';
import { toDatabaseAddress } from '../database/database-address.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { DataDirLockedError, lockDataDir } from '../database/embedded/data-dir-lock.ts';
import { DataDirError, findReadableWarning } from '../config/data-dir.ts';
import { loadLocalSecrets, type LocalSecrets } from '../config/local-secrets.ts';
import { CliError } from './cli-error.ts';

export interface DatabaseAccess {
  address: DatabaseAddress;
  /** The role that owns the schema, for migrations and restores. */
  ownerAddress: DatabaseAddress;
  /** True on the built-in database: no other process can use it. */
  isSoleProcess: boolean;
  secrets: LocalSecrets;
  close(): Promise<void>;
}

/** Opens the configured database, or starts and locks the built-in one. */
export async function openDatabase(
  {
    dataDir,
    databaseUrl,
    migrationDatabaseUrl = null,
  }: { dataDir: string; databaseUrl: string | null; migrationDatabaseUrl?: string | null },
  onProblem: (message: string, error?: unknown) => void,
): Promise<DatabaseAccess> {
  try {
    const secrets = await loadLocalSecrets(dataDir);
    const warning = await findReadableWarning(dataDir);
    if (warning) onProblem(warning);
    if (databaseUrl !== null)
      return {
        address: toDatabaseAddress(databaseUrl),
        ownerAddress: toDatabaseAddress(migrationDatabaseUrl ?? databaseUrl),
        isSoleProcess: false,
        secrets,
        close: async () => undefined,
      };
    const release = await lockDataDir(dataDir);
    try {
      const server = await startEmbeddedPostgres(dataDir, { password: secrets.databasePassword, onProblem });
      return {
        address: server.address,
        ownerAddress: server.ownerAddress,
        isSoleProcess: true,
        secrets,
        async close() {
          await server.stop();
          await release();
        },
      };
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DataDirLockedError || error instanceof DataDirError)
      throw new CliError(error.message, { cause: error });
    if (
      error instanceof Error &&
      'code' in error &&
      ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(String(error.code))
    ) {
      throw new CliError(
        `The data folder ${dataDir} is not writable. Make it writable for this user or choose another with DATA_DIR.`,
        { cause: error },
      );
    }
    if (error instanceof Error && error.message.startsWith('The built-in database'))
      throw new CliError(error.message, { cause: error });
    throw error;
  }
}
