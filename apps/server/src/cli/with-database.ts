import path from 'node:path';
import { readPlaces } from '../config/config.ts';
import { BackupProblem } from '../database/backup/manifest.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { createVault, type Vault } from '../platform/secrets.ts';
import { openBeside } from './open-beside.ts';
import { Refusal } from './refusal.ts';

type Environment = Record<string, string | undefined>;

export interface Beside {
  db: Database;
  address: DatabaseAddress;
  vault: Vault;
  dataDir: string;
  filesFolder: string;
}

/** Works on the database beside a Tidemark that may run, with the keys that it has. */
export async function withDatabase<Result>(
  environment: Environment,
  use: (beside: Beside) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = readPlaces(environment);
  const access = await openBeside({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const db = connectDatabase(access.address, { max: 4 });
  try {
    const vault = openVault(environment['ENCRYPTION_KEYS'] || access.encryptionKeys);
    return await use({ db, address: access.address, vault, dataDir, filesFolder: path.join(dataDir, 'files') });
  } catch (error) {
    throw error instanceof BackupProblem ? new Refusal(error.message, { cause: error }) : error;
  } finally {
    await db.destroy();
    await access.close();
  }
}

export function openVault(keys: string): Vault {
  try {
    return createVault(keys);
  } catch (cause) {
    throw new Refusal('ENCRYPTION_KEYS must be id:<32 bytes in base64>, separated by commas.', { cause });
  }
}
