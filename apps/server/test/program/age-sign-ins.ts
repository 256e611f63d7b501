import { sql } from 'kysely';
import { openRunningDatabase } from '../../src/cli/open-running-database.ts';
import { connectDatabase } from '../../src/database/database.ts';

/** Makes everybody's sign-in eleven minutes older. */
export async function ageSignIns(dataDir: string): Promise<void> {
  const { address, close } = await openRunningDatabase({ dataDir, databaseUrl: null });
  const db = connectDatabase(address, { onProblem: (error) => console.error(error) });
  try {
    await sql`update session set signed_in_at = signed_in_at - interval '11 minutes'`.execute(db);
  } finally {
    await db.destroy();
    await close();
  }
}
