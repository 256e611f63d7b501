import type { DatabaseAddress } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { FolderHeld, holdFolder } from '../database/embedded/holder.ts';
import { loadLocalSecrets, type LocalSecrets } from '../config/local-secrets.ts';
import { Refusal } from './refusal.ts';

export interface DatabaseAccess {
  address: DatabaseAddress;
  /** True on the built-in database: nobody else can be at it. */
  alone: boolean;
  secrets: LocalSecrets;
  close(): Promise<void>;
}

/** The database of the configuration, or the built-in one, which this process then holds. */
export async function openDatabase(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null },
  onProblem: (message: string, error?: unknown) => void,
): Promise<DatabaseAccess> {
  try {
    const secrets = await loadLocalSecrets(dataDir);
    if (databaseUrl !== null)
      return { address: { connectionString: databaseUrl }, alone: false, secrets, close: async () => undefined };
    const release = await holdFolder(dataDir);
    try {
      const server = await startEmbeddedPostgres(dataDir, { password: secrets.databasePassword, onProblem });
      return {
        address: server.address,
        alone: true,
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
    if (error instanceof FolderHeld) throw new Refusal(error.message, { cause: error });
    if (
      error instanceof Error &&
      'code' in error &&
      ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(String(error.code))
    ) {
      throw new Refusal(
        `The data folder ${dataDir} cannot be written: make it writable for this user, or choose another with DATA_DIR.`,
        { cause: error },
      );
    }
    if (error instanceof Error && error.message.startsWith('The built-in database'))
      throw new Refusal(error.message, { cause: error });
    throw error;
  }
}
