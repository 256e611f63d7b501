import type { Database, Transaction } from '../../../database/database.ts';
import type { InsightWindow } from './fetched-data.ts';

/** Days and windows whose stored values the next answer replaces, even by nothing. */
export interface Outdated {
  days: string[];
  windows: InsightWindow[];
}

const oldRule = 1;

/** Lists what is outdated: of the days in a range, and of all windows. */
export async function listOutdated(
  db: Database,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<Outdated> {
  const [days, windows] = await Promise.all([
    db
      .selectFrom('account_day')
      .select('day')
      .where('account_id', '=', accountId)
      .where('day', '>=', from)
      .where('day', '<=', to)
      .where('window_rule', '=', oldRule)
      .execute(),
    db
      .selectFrom('account_window')
      .select(['end_day as endDay', 'days'])
      .where('account_id', '=', accountId)
      .where('window_rule', '=', oldRule)
      .execute(),
  ]);
  return { days: days.map(({ day }) => day), windows };
}

export async function markOutdated(
  transaction: Transaction,
  accountId: string,
  { days, windows }: Outdated,
): Promise<void> {
  if (days.length > 0)
    await transaction
      .insertInto('account_day')
      .values(
        days.map((day) => ({
          account_id: accountId,
          day,
          complete: false,
          fetched_at: new Date(0),
          window_rule: oldRule,
        })),
      )
      .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet({ window_rule: oldRule }))
      .execute();
  for (const { endDay, days: length } of windows)
    await transaction
      .updateTable('account_window')
      .set({ window_rule: oldRule })
      .where('account_id', '=', accountId)
      .where('end_day', '=', endDay)
      .where('days', '=', length)
      .execute();
}
