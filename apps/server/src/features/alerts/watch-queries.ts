import { randomUUID } from 'node:crypto';
import {
  accountAlertKinds,
  type AccountAlertKind,
  type AccountId,
  type AlertKind,
  type AlertSettings,
} from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { Evaluation } from './rules.ts';

const never = new Date(0);

export interface Watch {
  watchId: string;
  userId: string;
  /** Null for the user's login. */
  accountId: AccountId | null;
  kinds: AlertKind[];
  last: Evaluation;
}

export async function findSettings(
  db: Database | Transaction,
  userId: string,
  readable: readonly AccountId[],
): Promise<AlertSettings> {
  const rows = await db
    .selectFrom('alert_watch')
    .select(['account_id', 'kinds'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  const isOfAccount = (kind: AlertKind): kind is AccountAlertKind => accountAlertKinds.some((one) => one === kind);
  return {
    loginEnding: rows.some(({ account_id: accountId }) => accountId === null),
    accounts: rows.flatMap(({ account_id: accountId, kinds }) =>
      accountId !== null && readable.includes(accountId) ? [{ accountId, kinds: kinds.filter(isOfAccount) }] : [],
    ),
  };
}

/** Replaces the settings. Evaluations stay known for accounts that are still listed. */
export async function replaceSettings(
  transaction: Transaction,
  userId: string,
  { loginEnding, accounts }: AlertSettings,
): Promise<void> {
  const wanted: { accountId: AccountId | null; kinds: AlertKind[] }[] = [
    ...accounts,
    ...(loginEnding ? [{ accountId: null, kinds: ['login_ending' as const] }] : []),
  ];
  const keys = wanted.map(({ accountId }) => accountId ?? '');
  await transaction
    .deleteFrom('alert_watch')
    .where('user_id', '=', userId)
    .where(sql<boolean>`not coalesce(account_id, '') = any(${sql.val(keys)}::text[])`)
    .execute();
  for (const { accountId, kinds } of wanted)
    await transaction
      .insertInto('alert_watch')
      .values({
        watch_id: randomUUID(),
        user_id: userId,
        account_id: accountId,
        kinds,
        checked_at: never,
        evaluated_version: null,
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`user_id, coalesce(account_id, '')`)
          // Evaluates a newly enabled kind at once.
          .doUpdateSet({ kinds, evaluated_version: null, checked_at: never }),
      )
      .execute();
}

/** Claims the watches of some users that no process has evaluated for a while; other processes get different users. */
export async function claimWatches(
  db: Database,
  { now, before, users }: { now: Date; before: Date; users: number },
): Promise<Watch[]> {
  const rows = await db
    .updateTable('alert_watch')
    .set({ checked_at: now })
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('alert_watch')
        .innerJoin('app_user', 'app_user.user_id', 'alert_watch.user_id')
        .select('alert_watch.user_id')
        .where('disabled_at', 'is', null)
        .where('checked_at', '<', before)
        .groupBy('alert_watch.user_id')
        .orderBy((eb) => eb.fn.min('checked_at'))
        .limit(users),
    )
    .where('checked_at', '<', before)
    .returningAll()
    .execute();
  return rows.map((row) => ({
    watchId: row.watch_id,
    userId: row.user_id,
    accountId: row.account_id,
    kinds: row.kinds,
    last: { version: row.evaluated_version, at: row.evaluated_at },
  }));
}

/** Records evaluations, in the transaction with their alerts. */
export async function recordEvaluations(
  transaction: Transaction,
  evaluated: readonly { watchId: string; version: number | null }[],
  now: Date,
): Promise<void> {
  for (const { watchId, version } of evaluated)
    await transaction
      .updateTable('alert_watch')
      .set({ evaluated_version: version, evaluated_at: now })
      .where('watch_id', '=', watchId)
      .execute();
}
