import type { AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { AlertEvaluation } from '../../database/tables/alerts.ts';
import { isDue } from './rules.ts';

/** A user for whom there may be something new. */
export interface DueUser {
  userId: string;
  /** Earlier days are no news to the user. */
  since: string | null;
  /** Linked accounts, with their data version. */
  versions: ReadonlyMap<AccountId, number>;
  evaluated: Readonly<Record<string, AlertEvaluation>>;
  dueAccounts: readonly AccountId[];
  isLoginDue: boolean;
}

interface ClaimOptions {
  now: Date;
  before: Date;
  users: number;
}

/** Claims some users whom no process has checked for a while; returns those for whom something is due. */
export async function claimDueUsers(db: Database, options: ClaimOptions): Promise<DueUser[]> {
  for (;;) {
    const claimed = await claimUsers(db, options);
    if (claimed.length === 0) return [];
    const versions = await listVersions(
      db,
      claimed.map(({ user_id }) => user_id),
    );
    const due = claimed
      .map(({ user_id: userId, since, evaluated }): DueUser => {
        const own = versions.get(userId) ?? new Map<AccountId, number>();
        return {
          userId,
          since,
          versions: own,
          evaluated,
          dueAccounts: [...own]
            .filter(([accountId, version]) => isDue(evaluated[accountId], version, options.now))
            .map(([accountId]) => accountId),
          isLoginDue: isDue(evaluated.login, null, options.now),
        };
      })
      .filter(({ dueAccounts, isLoginDue }) => isLoginDue || dueAccounts.length > 0);
    if (due.length > 0) return due;
  }
}

/** Adds users who have never been checked. Other processes get different users. */
function claimUsers(db: Database, { now, before, users }: ClaimOptions) {
  return db
    .insertInto('alert_check')
    .columns(['user_id', 'checked_at'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .leftJoin('alert_check as last', 'last.user_id', 'app_user.user_id')
        .select(['app_user.user_id', sql<Date>`${now}::timestamptz`.as('checked_at')])
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`(last.checked_at is null or last.checked_at < ${before})`)
        .orderBy('last.checked_at', (order) => order.asc().nullsFirst())
        // One order for all processes, so that they wait for each other instead of in a circle.
        .orderBy('app_user.user_id')
        .limit(users),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ checked_at: now }).where('alert_check.checked_at', '<', before),
    )
    .returning(['user_id', 'since', 'evaluated'])
    .execute();
}

async function listVersions(db: Database, userIds: readonly string[]): Promise<Map<string, Map<AccountId, number>>> {
  const links = await db
    .selectFrom('account_ref')
    .select(['user_id', 'account_id'])
    .where('user_id', 'in', userIds)
    .execute();
  if (links.length === 0) return new Map();
  const rows = await db
    .selectFrom('account')
    .select(['account_id', 'data_version'])
    .where('account_id', 'in', [...new Set(links.map(({ account_id }) => account_id))])
    .execute();
  const byAccount = new Map(rows.map(({ account_id, data_version }) => [account_id, data_version]));
  return new Map(
    [...Map.groupBy(links, ({ user_id }) => user_id)].map(([userId, own]) => [
      userId,
      new Map(own.map(({ account_id }): [AccountId, number] => [account_id, byAccount.get(account_id) ?? 0])),
    ]),
  );
}

/** Records what has been evaluated, in the transaction with its alerts. */
export async function recordEvaluations(
  transaction: Transaction,
  userId: string,
  evaluated: Readonly<Record<string, AlertEvaluation>>,
): Promise<void> {
  await transaction
    .updateTable('alert_check')
    .set({ evaluated: JSON.stringify(evaluated) })
    .where('user_id', '=', userId)
    .execute();
}

/** Makes everything due, so that a newly chosen kind is evaluated at once. */
export async function checkAgain(transaction: Transaction, userId: string): Promise<void> {
  await transaction
    .updateTable('alert_check')
    .set({
      checked_at: new Date(0),
      evaluated: sql`coalesce((select jsonb_object_agg(key, value || '{"version": null, "at": null}')
        from jsonb_each(evaluated)), '{}')`,
    })
    .where('user_id', '=', userId)
    .execute();
}
