import { readPlaces } from '../config/config.ts';
import { connectDatabase } from '../database/database.ts';
import { CannotMigrateError, migrateAsOwner } from '../database/access.ts';
import { signOlderEntries } from '../features/audit/index.ts';
import { CliError } from './cli-error.ts';
import { openDatabase } from './database-access.ts';
import { openAuditLog } from './with-database.ts';

export async function migrateOnly(environment: Record<string, string | undefined>): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openDatabase(
    {
      dataDir,
      databaseUrl: environment['DATABASE_URL'] || null,
      migrationDatabaseUrl: environment['MIGRATION_DATABASE_URL'] || environment['DATABASE_DIRECT_URL'] || null,
    },
    console.error,
  );
  const db = connectDatabase(access.address);
  try {
    const applied = await migrateAsOwner(access);
    await signOlderEntries(openAuditLog(db, environment['ENCRYPTION_KEYS'] || access.secrets.encryptionKeys), applied);
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  } catch (error) {
    throw error instanceof CannotMigrateError ? new CliError(error.message, { cause: error }) : error;
  } finally {
    await db.destroy();
    await access.close();
  }
}
