import type { UsualChanges } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';
import { addAccounts, pastDays, toUsualChanges } from '../formulas/usual-changes.ts';
import { sumPastPeriods } from './queries.ts';

/** Loads how much each metric usually changes between periods as long as this one. */
export async function loadUsualChanges(db: Database, scope: AccountScope, range: Period): Promise<UsualChanges> {
  const past = pastDays(range);
  if (!past) return toUsualChanges([]);
  const byAccount = await sumPastPeriods(db, scope, past.period, past.length);
  return toUsualChanges(addAccounts(scope.accountIds.map((id) => byAccount.get(id) ?? [])));
}
