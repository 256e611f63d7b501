import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { dayRule } from './fetch-rules.ts';
import type { SeriesReading } from './fetched-data.ts';

/** Far outside the stored days' calendar, so that no two rows meet while they move. */
const detourDays = 100_000;

/**
 * Records how an account's series is dated, once learned. Values stored under an assumption that this refutes are moved
 * to their right days: reach only where it came from a series. A day that nothing moves to becomes unknown.
 */
export async function recordSeriesReading(
  transaction: Transaction,
  accountId: string,
  { from, to }: { from: SeriesReading; to: SeriesReading },
): Promise<void> {
  if (!to.isLearned || (from.isLearned && from.shift === to.shift)) return;
  const isMoved = !from.isLearned && from.shift !== to.shift;
  if (isMoved) await moveStored(transaction, accountId, to.shift - from.shift);
  await transaction
    .updateTable('sync_state')
    .set({
      series_shift: to.shift,
      series_learned: true,
      ...(isMoved ? { series_moved_at: sql<Date>`now()` } : {}),
    })
    .where('account_id', '=', accountId)
    .execute();
}

async function moveStored(transaction: Transaction, accountId: string, days: number): Promise<void> {
  const moved = (column: 'reach' | 'new_followers') => sql`(select ${sql.ref(`source.${column}`)}
    from account_day as source where source.account_id = target.account_id and source.day = target.day - ${days}::int
      ${column === 'reach' ? sql`and source.window_rule < ${dayRule}` : sql``})`;
  await sql`update account_day as target set new_followers = ${moved('new_followers')},
      reach = case when target.window_rule < ${dayRule} then ${moved('reach')} else target.reach end
    where target.account_id = ${accountId}`.execute(transaction);
  for (const step of [detourDays, days - detourDays])
    await sql`update online_followers set day = day + ${step}::int where account_id = ${accountId}`.execute(
      transaction,
    );
}
