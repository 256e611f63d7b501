import { readPlaces } from '../config/config.ts';
import { connectDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from './database-access.ts';

export async function migrateOnly(environment: Record<string, string | undefined>): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openDatabase({ dataDir, databaseUrl: environment['DATABASE_URL'] || null }, console.error);
  const db = connectDatabase(access.address);
  try {
    const applied = await migrate(db);
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
  } finally {
    await db.destroy();
    await access.close();
  }
}
