import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database/database.ts';

export interface Fleet {
  users: number;
  accounts: number;
  /** Number of days with API call counts, two hours each. */
  days: number;
}

/** Inserts users who signed up over two years, a fifth of them paying, and accounts synced every day. */
export async function fillFleet(db: Database, { users, accounts, days }: Fleet): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`insert into app_user (issuer, subject, name, email, created_at, last_seen_at)
      select 'bench', n::text, 'Person ' || md5(n::text) || ' Number' || n, 'p' || n || '@example.test',
        now() - make_interval(days => n % 730), case when n % 10 < 7 then now() - make_interval(hours => n % 2000) end
      from generate_series(1, ${users}::int) as n`.execute(connection);
    await sql`insert into subscription (user_id, plan_id, status, source)
      select user_id, 'pro', case when subject::int % 25 = 0 then 'canceled' else 'active' end, 'stripe'
      from app_user where issuer = 'bench' and subject::int % 5 = 0`.execute(connection);
    await sql`insert into subscription_change
        (user_id, at, plan_id, status, source, price_amount, price_currency, price_interval)
      select user_id, now() - make_interval(days => 400 - subject::int % 370), 'pro', 'active', 'stripe', 2900, 'usd', 'month'
      from app_user where issuer = 'bench' and subject::int % 5 = 0`.execute(connection);
    await sql`insert into subscription_change (user_id, at, plan_id, status, source)
      select user_id, now() - make_interval(days => subject::int % 25), 'pro', 'canceled', 'stripe'
      from app_user where issuer = 'bench' and subject::int % 25 = 0`.execute(connection);
    await sql`insert into user_day (user_id, day)
      select user_id, now()::date - day from app_user, generate_series(0, 29) as day
      where issuer = 'bench' and (subject::int + day) % 10 = 0`.execute(connection);
    await sql`insert into account (account_id, type, username, name, created_at)
      select 'b' || n, 'instagram_account', 'shop.' || md5(n::text), 'Shop ' || n, now() - make_interval(days => 200)
      from generate_series(1, ${accounts}::int) as n`.execute(connection);
    await sql`insert into sync_state (account_id, initialized_at, next_sync_at, last_sync_at, throttle_factor, problem)
      select account_id, now(), now() + interval '6 hours', now(), 1 + (random() < 0.01)::int * 9,
        case when random() < 0.02 then '{"code": "rate_limited"}'::jsonb end
      from account where account_id like 'b%'`.execute(connection);
    await sql`insert into api_call_hour (account_id, hour, calls, requests)
      select account_id, date_trunc('hour', now()) - make_interval(days => day, hours => twice * 9), 30, 4
      from account, generate_series(0, ${days}::int - 1) as day, generate_series(0, 1) as twice
      where account_id like 'b%'`.execute(connection);
    await sql`analyze`.execute(connection);
  });
}
