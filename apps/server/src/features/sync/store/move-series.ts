import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { dayRule } from '../plan/rules.ts';

/** Far outside the calendar of stored days, so that no two rows meet while they move. */
const detourDays = 100_000;

/**
 * Files stored series by a newly learned reading: moves them by the difference in days. Reach moves only where it came
 * from a series; a day that nothing moves to becomes unknown.
 */
export async function moveSeries(
  transaction: Transaction,
  accountId: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const days = to - from;
  if (days === 0) return;
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
  await transaction
    .updateTable('sync_state')
    .set({ series_shift: to, series_moved_at: sql`now()` })
    .where('account_id', '=', accountId)
    .execute();
}
