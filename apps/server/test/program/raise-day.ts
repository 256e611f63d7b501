import { sql } from 'kysely';
import { openRunningDatabase } from '../../src/cli/open-running-database.ts';
import { connectDatabase } from '../../src/database/database.ts';

/** Multiplies an account's last closed day, as if a sync had stored it so. */
export async function raiseLastDay(dataDir: string, username: string, factor: number): Promise<void> {
  const { address, close } = await openRunningDatabase({ dataDir, databaseUrl: null });
  const db = connectDatabase(address, { onProblem: (error) => console.error(error) });
  try {
    await db.transaction().execute(async (transaction) => {
      const { account_id: id } = await transaction
        .selectFrom('account')
        .select('account_id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      await sql`update account_day set views = views * ${factor}::integer, reach = reach * ${factor}::integer,
        interactions = interactions * ${factor}::integer
        where account_id = ${id}
          and day = (select max(day) from account_day where account_id = ${id} and complete)`.execute(transaction);
      await sql`update account set data_version = data_version + 1 where account_id = ${id}`.execute(transaction);
    });
  } finally {
    await db.destroy();
    await close();
  }
}
