import type { AccountId, AnonymousComparison, AppComparison, AppDifference } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';

const periodColumns = ['from_day as from', 'to_day as to', 'differences', 'created_at as createdAt'] as const;
const ownColumns = ['comparison_id as id', 'account_id as accountId', ...periodColumns] as const;
const versionColumns = ['tidemark_version as tidemarkVersion', 'graph_version as graphVersion'] as const;

const withInstant = <Row extends { createdAt: Date }>(row: Row) => ({ ...row, createdAt: row.createdAt.toISOString() });

/** Lists the daily parts of our values, from the day before the period to the day after it. */
export function listDayParts(db: Database, { accountIds }: AccountScope, { from, to }: Period) {
  return db
    .selectFrom('account_day')
    .select(['day', 'reach', 'reach_ad', 'views_ad', 'new_followers', 'complete'])
    .where('account_id', 'in', accountIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}

export type DayParts = Awaited<ReturnType<typeof listDayParts>>[number];

export async function listComparisons(
  db: Database,
  { accountIds }: AccountScope,
  userId: string,
): Promise<AppComparison[]> {
  const rows = await db
    .selectFrom('app_comparison')
    .select(ownColumns)
    .where('user_id', '=', userId)
    .where('account_id', 'in', accountIds)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(withInstant);
}

export interface NewComparison extends Period {
  userId: string;
  accountId: AccountId;
  differences: AppDifference[];
  tidemarkVersion: string;
  graphVersion: string;
  createdAt: Date;
}

/** Stores a comparison; returns undefined at the limit. */
export async function insertComparison(
  db: Database,
  comparison: NewComparison,
  max: number,
): Promise<AppComparison | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, comparison.userId);
    const { count } = await transaction
      .selectFrom('app_comparison')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', comparison.userId)
      .executeTakeFirstOrThrow();
    if (count >= max) return undefined;
    const row = await transaction
      .insertInto('app_comparison')
      .values({
        user_id: comparison.userId,
        account_id: comparison.accountId,
        from_day: comparison.from,
        to_day: comparison.to,
        differences: JSON.stringify(comparison.differences),
        tidemark_version: comparison.tidemarkVersion,
        graph_version: comparison.graphVersion,
        created_at: comparison.createdAt,
      })
      .returning(ownColumns)
      .executeTakeFirstOrThrow();
    return withInstant(row);
  });
}

/** Deletes a comparison; returns whether the user had it. */
export async function removeComparison(db: Database, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('app_comparison')
    .where('comparison_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes an account's comparisons once no user has linked it. */
export async function deleteAccountComparisons(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('app_comparison').where('account_id', '=', accountId).execute();
}

/** Lists all users' newest comparisons. Accounts are numbered by their first comparison. */
export async function listAnonymousComparisons(db: Database, max: number): Promise<AnonymousComparison[]> {
  const rows = await db
    .with('numbered', (query) =>
      query
        .selectFrom('app_comparison')
        .select(['account_id', sql<number>`rank() over (order by min(created_at), account_id)`.as('account')])
        .groupBy('account_id'),
    )
    .selectFrom('app_comparison')
    .innerJoin('numbered', 'numbered.account_id', 'app_comparison.account_id')
    .select(['account', ...periodColumns])
    .orderBy('created_at', 'desc')
    .limit(max)
    .execute();
  return rows.map(withInstant);
}

/** Lists the comparisons for a user and account, or all, for a report. */
export function listReported(db: Database, only: { userId: string; accountId: AccountId } | null) {
  return db
    .selectFrom('app_comparison')
    .select([...periodColumns, ...versionColumns])
    .$if(only !== null, (query) =>
      query.where('user_id', '=', only?.userId ?? '').where('account_id', '=', only?.accountId ?? ''),
    )
    .orderBy('created_at', 'desc')
    .execute();
}

export type ReportedComparison = Awaited<ReturnType<typeof listReported>>[number];

export async function countComparisons(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('app_comparison')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts linked accounts that no user has compared. */
export async function countOtherAccounts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('account_ref')
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('count'))
    .where('account_id', 'not in', (query) => query.selectFrom('app_comparison').select('account_id'))
    .executeTakeFirstOrThrow();
  return count;
}
