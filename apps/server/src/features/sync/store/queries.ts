import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';

/** Lists a range's days without stored data, in order. */
export async function listMissingDays(
  db: Database | Transaction,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day::date as day from generate_series(${from}::date, ${to}::date, '1 day') as day
    where not exists (select from account_day where account_id = ${accountId} and account_day.day = day::date)
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}
