import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { FigureColumn } from '../account-figures/queries.ts';
import { peopleColumns } from '../formulas/people-parts.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import type { EvidenceColumn } from './part-columns.ts';

/** Lists days with their columns, newest first. */
export function listDayValues(
  db: Database,
  { accountIds }: AccountScope,
  columns: readonly EvidenceColumn[],
  { from, to }: Period,
) {
  return db
    .selectFrom('account_day')
    .select(['account_id', 'day', 'fetched_at', ...columns])
    .where('account_id', 'in', accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('account_id')
    .execute();
}

const firstDay = sql<string>`end_day - days + 1`;

/** Windows that are listed, by account: the longest. */
const maxWindows = 20;

/** Lists Instagram's counts over windows within the period or around it, which bound the period's count. */
export async function listBoundingWindows(db: Database, { accountIds }: AccountScope, { from, to }: Period) {
  const rows = await db
    .selectFrom('account_window')
    .select(['account_id', 'fetched_at', firstDay.as('first_day'), 'end_day', 'days', ...peopleColumns])
    .where('account_id', 'in', accountIds)
    .where('window_rule', '=', 2)
    .where(
      sql<boolean>`case when days > ${countPeriodDays({ from, to })} then end_day >= ${to} and ${firstDay} <= ${from}
        else end_day <= ${to} and ${firstDay} >= ${from} end`,
    )
    .where('end_day', '>=', from)
    .orderBy('days', 'desc')
    .orderBy('end_day', 'desc')
    .execute();
  return [...Map.groupBy(rows, (row) => row.account_id).values()].flatMap((own) => own.slice(0, maxWindows));
}

/** Lists the instants of an account's answers to these steps of a sync, newest first. */
export async function listAnswerInstants(
  db: Database,
  accountId: AccountId,
  { from, before, steps, limit }: { from: Date; before: Date; steps: readonly string[]; limit: number },
): Promise<Date[]> {
  const rows = await db
    .selectFrom('sync_answer')
    .select('fetched_at')
    .distinct()
    .where('account_id', '=', accountId)
    .where('fetched_at', '>=', from)
    .where('fetched_at', '<', before)
    .where('step', 'in', steps)
    .orderBy('fetched_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ fetched_at }) => fetched_at);
}

/** Lists days with followers online, newest first. */
export function listOnlineDays(db: Database, { accountIds }: AccountScope, from: string) {
  return db
    .selectFrom('online_followers')
    .select(['account_id', 'day', 'hours', 'fetched_at'])
    .where('account_id', 'in', accountIds)
    .where('day', '>=', from)
    .orderBy('day', 'desc')
    .orderBy('account_id')
    .execute();
}

/** Lists days with their columns as stored, oldest first. */
export function listStates(
  db: Database,
  { accountIds }: AccountScope,
  columns: readonly FigureColumn[],
  { from, to }: Period,
) {
  return db
    .selectFrom('account_day')
    .select(['account_id', 'day', 'complete', 'window_rule', 'fetched_at', ...columns])
    .where('account_id', 'in', accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}

/** Lists Instagram's counts over windows that overlap the period. */
export function listOverlappingWindows(db: Database, { accountIds }: AccountScope, { from, to }: Period) {
  return db
    .selectFrom('account_window')
    .select(['account_id', 'fetched_at', firstDay.as('first_day'), 'end_day', 'days', ...peopleColumns])
    .where('account_id', 'in', accountIds)
    .where('window_rule', '=', 2)
    .where('end_day', '>=', from)
    .where(firstDay, '<=', to)
    .execute();
}
