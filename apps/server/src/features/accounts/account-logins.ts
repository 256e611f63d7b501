import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

/**
 * Selects each login with each account that it reaches: those that a business login lists, and the one of a login at
 * Instagram or Bluesky; for the person themselves, and for the workspaces into which they have brought the account.
 * `ends_at` is when the login stopped or will stop working, null if it does not expire; `facebook_id` is the Facebook
 * user of a business login.
 */
export function selectAccountLogins(db: Database | Transaction) {
  const lent = db
    .selectFrom('lent_account')
    // Lateral, because the planner would otherwise read everybody's logins.
    .innerJoinLateral(selectOwnLogins(db, { isOfLoan: true }).as('lender'), (join) => join.onTrue())
    .select(['lent_account.workspace_id as user_id', 'lent_account.account_id', 'connected_at', 'broken_at'])
    .select(['ends_at', 'facebook_id']);
  return selectOwnLogins(db).unionAll(lent);
}

/**
 * Selects each login with each account that it reaches, for the person themselves; beside `lent_account`, only that of
 * its row.
 */
export function selectOwnLogins(db: Database | Transaction, { isOfLoan = false } = {}) {
  const toLoanCondition = (table: string) =>
    sql<boolean>`${sql.ref(`${table}.user_id`)} = lent_account.user_id
      and ${sql.ref(`${table}.account_id`)} = lent_account.account_id`;
  return db
    .selectFrom('connection_account as listed')
    .innerJoin('meta_connection', 'meta_connection.user_id', 'listed.user_id')
    .select(['listed.user_id', 'listed.account_id', 'meta_connection.connected_at', 'meta_connection.broken_at'])
    .select(sql<Date | null>`least(broken_at, expires_at, data_access_expires_at)`.as('ends_at'))
    .select(sql<string | null>`meta_connection.meta_user_id`.as('facebook_id'))
    .$if(isOfLoan, (query) => query.where(toLoanCondition('listed')))
    .unionAll(
      db
        .selectFrom('instagram_login')
        .select(['user_id', 'account_id', 'connected_at', 'broken_at'])
        .select(sql<Date | null>`least(broken_at, expires_at)`.as('ends_at'))
        .select(sql<string | null>`null`.as('facebook_id'))
        .$if(isOfLoan, (query) => query.where(toLoanCondition('instagram_login'))),
    )
    .unionAll(
      db
        .selectFrom('bluesky_login')
        .select(['user_id', 'account_id', 'connected_at', sql<Date | null>`null::timestamptz`.as('broken_at')])
        .select(sql<Date | null>`null::timestamptz`.as('ends_at'))
        .select(sql<string | null>`null`.as('facebook_id'))
        .$if(isOfLoan, (query) => query.where(toLoanCondition('bluesky_login'))),
    );
}
