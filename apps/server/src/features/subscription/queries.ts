import type { Plan, SubscriptionStatus } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';

export async function listAllPlans(db: Database): Promise<Plan[]> {
  const rows = await db.selectFrom('plan').selectAll().orderBy('position').execute();
  return rows.map((row) => ({
    id: row.plan_id,
    name: row.name,
    accountLimits: { unlimited: row.account_limit === null, total: row.account_limit ?? 0 },
    roadmapAccess: { view: row.roadmap_view, add: row.roadmap_add },
  }));
}

/** How many accounts the user may link (null = as many as they like). Refuses who has no active subscription. */
export async function requireAccountLimit(db: Database, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.plan_id', 'subscription.plan_id')
    .select(['subscription.status', 'plan.account_limit'])
    .where('subscription.user_id', '=', userId)
    .executeTakeFirst();
  if (row?.status !== 'active') throw new Failure('subscription_inactive');
  return row.account_limit;
}

export interface SubscriptionChange {
  plan: string;
  status: SubscriptionStatus;
  currentPeriodEnd: string | null;
  cancelAt: string | null;
}

export async function saveSubscription(
  db: Database,
  userId: string,
  { plan, status, currentPeriodEnd, cancelAt }: SubscriptionChange,
): Promise<void> {
  const known = await db.selectFrom('plan').select('plan_id').where('plan_id', '=', plan).executeTakeFirst();
  if (!known) throw new Failure('plan_not_found');
  const values = { plan_id: plan, status, current_period_end: currentPeriodEnd, cancel_at: cancelAt };
  await db
    .insertInto('subscription')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute();
}
