import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';

const hour = 3_600_000;
const maxPerHour = 3;
const retentionMillis = 24 * hour;

/** Records a request unless the address has had enough. Takes the same time for every address. */
export async function addResetRequest(db: Database, email: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hour);
  await sql`insert into reset_request (request_id, email, requested_at)
    select ${randomUUID()}::uuid, ${email}, ${now}
    where (select count(*) from reset_request where lower(email) = ${email.toLowerCase()} and requested_at > ${since})
      < ${maxPerHour}`.execute(db);
}

/** Takes the oldest open request in the caller's transaction; undefined if there is none. */
export function takeResetRequest(transaction: Transaction, now: Date) {
  return transaction
    .updateTable('reset_request')
    .set({ answered_at: now })
    .where('request_id', '=', (eb) =>
      eb
        .selectFrom('reset_request')
        .select('request_id')
        .where('answered_at', 'is', null)
        .orderBy('requested_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['request_id', 'email'])
    .executeTakeFirst();
}

export function deleteOldResetRequests(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'reset_request', sql`requested_at < ${new Date(now.getTime() - retentionMillis)}`);
}
