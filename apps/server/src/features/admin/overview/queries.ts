import type { SetupProgress } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

export interface PaidAt {
  at: Date;
  currency: string;
  interval: 'month' | 'year';
  amount: number;
  users: number;
}

/** One row per subscription change: price and validity. Assigned plans are not paid. */
const paying = sql`
  select user_id, at as from_at, lead(at) over (partition by user_id order by change_id) as until_at,
    price_currency, price_interval, price_amount,
    status = 'active' and source = 'stripe' and coalesce(price_amount, 0) > 0 as pays
  from subscription_change`;

/** Sums payments active at each instant, by currency and interval. */
export async function sumPaid(db: Database, instants: Date[]): Promise<PaidAt[]> {
  const { rows } = await sql<PaidAt>`
    select instant.at, price_currency as currency, price_interval as interval,
      sum(price_amount)::bigint as amount, count(*) as users
    from unnest(${instants}::timestamptz[]) as instant (at)
    join (${paying}) as paid on pays and from_at <= instant.at and (until_at is null or until_at > instant.at)
    group by 1, 2, 3`.execute(db);
  return rows;
}

/** Counts paying users at `from`, and those among them who no longer pay at `to`. */
export async function countLeft(
  db: Database,
  { from, to }: { from: Date; to: Date },
): Promise<{ atStart: number; left: number }> {
  const { rows } = await sql<{ atStart: number; left: number }>`
    with span as (${paying}),
      began as (select distinct user_id from span where pays and from_at <= ${from} and (until_at is null or until_at > ${from})),
      stays as (select distinct user_id from span where pays and from_at <= ${to} and (until_at is null or until_at > ${to}))
    select count(*) as "atStart", count(*) filter (where stays.user_id is null) as "left"
    from began left join stays using (user_id)`.execute(db);
  return rows[0] ?? { atStart: 0, left: 0 };
}

export async function countUsers(db: Database, newSince: Date) {
  return db
    .selectFrom('app_user')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .select(sql<number>`count(*) filter (where created_at >= ${newSince})`.as('newUsers'))
    .executeTakeFirstOrThrow();
}

export async function countActiveUsers(db: Database, from: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_day')
    .select('day')
    .select(({ fn }) => fn.countAll<number>().as('users'))
    .where('day', '>=', from)
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, users }) => [day, users]));
}

/** Counts users by current plan; users whose plan has ended get their own row if there are any. */
export async function countPlans(db: Database) {
  const { rows } = await sql<{ id: string; name: string; users: number }>`
    select plan.plan_id as id, plan.name, coalesce(by_plan.users, 0) as users
    from (
      select plan_id, name, position from plan union all select 'ended', 'Ended', null
    ) as plan left join (
      select case status when 'active' then plan_id when 'canceled' then 'ended' else 'free' end as plan_id,
        count(*) as users
      from app_user left join subscription using (user_id) group by 1
    ) as by_plan using (plan_id)
    where plan.plan_id <> 'ended' or by_plan.users > 0
    order by plan.position nulls last`.execute(db);
  return rows;
}

/** Counts active plans assigned by an operator. */
export async function countGivenPlans(db: Database): Promise<number> {
  const { given } = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('given'))
    .where('status', '=', 'active')
    .where('source', '=', 'operator')
    .executeTakeFirstOrThrow();
  return given;
}

export async function countFleet(db: Database) {
  const [{ accounts }, { running, withProblem }] = await Promise.all([
    db
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<number>().as('accounts'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('sync_state')
      .select(sql<number>`count(*) filter (where running)`.as('running'))
      .select(sql<number>`count(*) filter (where problem is not null and problem <> 'null')`.as('withProblem'))
      .executeTakeFirstOrThrow(),
  ]);
  return { accounts, running, withProblem };
}

/** Counts what a user has set up, and the users besides them. */
export async function countProgress(db: Database, userId: string, now: Date) {
  const { rows } = await sql<Pick<SetupProgress, 'isConnected' | 'accounts' | 'otherUsers'>>`
    select
      exists (select from meta_connection where user_id = ${userId} and broken_at is null
        and (expires_at is null or expires_at > ${now})) as "isConnected",
      (select count(*) from account_ref where user_id = ${userId}) as accounts,
      (select count(*) from app_user where user_id <> ${userId})
        + (select count(*) from sign_in_link where kind = 'invitation' and expires_at > ${now}) as "otherUsers"`.execute(
    db,
  );
  return rows[0] ?? { isConnected: false, accounts: 0, otherUsers: 0 };
}
