import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';

/**
 * Selects each login with each account that it reaches: those that a business login lists, and the one of a login at
 * Instagram or Bluesky. `ends_at` is when the login stopped or will stop working, null if it does not expire; `facebook_id` is the
 * Facebook user of a business login.
 */
export function selectAccountLogins(db: Database | Transaction) {
  return db
    .selectFrom('connection_account as listed')
    .innerJoin('meta_connection', 'meta_connection.user_id', 'listed.user_id')
    .select(['listed.user_id', 'listed.account_id', 'meta_connection.connected_at', 'meta_connection.broken_at'])
    .select(sql<Date | null>`least(broken_at, expires_at, data_access_expires_at)`.as('ends_at'))
    .select(sql<string | null>`meta_connection.meta_user_id`.as('facebook_id'))
    .unionAll(
      db
        .selectFrom('instagram_login')
        .select(['user_id', 'account_id', 'connected_at', 'broken_at'])
        .select(sql<Date | null>`least(broken_at, expires_at)`.as('ends_at'))
        .select(sql<string | null>`null`.as('facebook_id')),
    )
    .unionAll(
      db
        .selectFrom('bluesky_login')
        .select(['user_id', 'account_id', 'connected_at', sql<Date | null>`null::timestamptz`.as('broken_at')])
        .select(sql<Date | null>`null::timestamptz`.as('ends_at'))
        .select(sql<string | null>`null`.as('facebook_id')),
    );
}
