import path from 'node:path';
import { readPlaces } from '../config/config.ts';
import { BackupError } from '../database/backup/manifest.ts';
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts';
import { auditPurpose, type AuditLog } from '../features/audit/index.ts';
import { createVault, type Vault } from '../platform/secrets.ts';
import { createSigner } from '../platform/signer.ts';
import { openRunningDatabase } from './open-running-database.ts';
import { CliError } from './cli-error.ts';

type Environment = Record<string, string | undefined>;

export interface DatabaseSession {
  db: Database;
  address: DatabaseAddress;
  vault: Vault;
  audit: AuditLog;
  /** The keys that encrypt tokens. */
  encryptionKeys: string;
  dataDir: string;
  filesFolder: string;
}

/**
 * Opens the database with the configured keys, even while Tidemark runs. `asOwner`: as the owner of a built-in database,
 * in which the product's role may have no rights yet.
 */
export async function withDatabase<Result>(
  environment: Environment,
  use: (session: DatabaseSession) => Promise<Result>,
  { asOwner = false }: { asOwner?: boolean } = {},
): Promise<Result> {
  const { dataDir } = readPlaces(environment);
  const access = await openRunningDatabase({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const address = asOwner ? access.ownerAddress : access.address;
  const db = connectDatabase(address, { max: 4 });
  try {
    const encryptionKeys = environment['ENCRYPTION_KEYS'] || access.encryptionKeys;
    const vault = openVault(encryptionKeys);
    return await use({
      db,
      address,
      vault,
      audit: openAuditLog(db, encryptionKeys),
      encryptionKeys,
      dataDir,
      filesFolder: path.join(dataDir, 'files'),
    });
  } catch (error) {
    throw error instanceof BackupError ? new CliError(error.message, { cause: error }) : error;
  } finally {
    await db.destroy();
    await access.close();
  }
}

export function openAuditLog(db: Database, encryptionKeys: string): AuditLog {
  const onHead: AuditLog['onHead'] = ({ head, entries }) =>
    console.log(`The audit log has ${entries} entries. Its head is ${head}`);
  const onUnwritten = (error: unknown) => console.error('The failure could not be added to the audit log:', error);
  return { db, signer: createSigner(encryptionKeys, auditPurpose), onHead, onUnwritten };
}

export function openVault(keys: string): Vault {
  try {
    return createVault(keys);
  } catch (cause) {
    throw new CliError('ENCRYPTION_KEYS must be id:<32 bytes in base64>, separated by commas.', { cause });
  }
}
