import type { OwnSubscription, Price, SubscriptionSource, SubscriptionStatus } from '@tidemark/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { ApiError } from '../../platform/api-error.ts';
import { requirePlan, toPrice } from './plans.ts';
import { isPastDue } from './rules.ts';

export type SubscriptionRow = Selectable<Tables['subscription']>;

/**
 * Returns the user's account limit (null means unlimited). Throws without an active subscription. With `lock`, the plan
 * cannot change before the transaction ends.
 */
export async function requireAccountLimit(
  db: Database,
  userId: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<number | null> {
  const row = await db
    .selectFrom('subscription')
    .innerJoin('plan', 'plan.plan_id', 'subscription.plan_id')
    .select(['subscription.status', 'plan.account_limit'])
    .where('subscription.user_id', '=', userId)
    .$if(lock, (query) => query.forShare('subscription'))
    .executeTakeFirst();
  if (row?.status !== 'active') throw new ApiError('subscription_inactive');
  return row.account_limit;
}

/** Returns how many peers a user may have; without an active subscription as many as with the free plan. */
export async function findPeerLimit(db: Database, userId: string): Promise<{ limit: number; isActive: boolean }> {
  const plans = await db
    .selectFrom('plan')
    .leftJoin('subscription', (join) =>
      join
        .onRef('subscription.plan_id', '=', 'plan.plan_id')
        .on('subscription.user_id', '=', userId)
        .on('subscription.status', '=', 'active'),
    )
    .select(['plan.plan_id', 'plan.peer_limit', 'subscription.user_id'])
    .where((where) => where.or([where('subscription.user_id', 'is not', null), where('plan.plan_id', '=', 'free')]))
    .execute();
  const own = plans.find((plan) => plan.user_id !== null);
  return { limit: own?.peer_limit ?? plans[0]?.peer_limit ?? 0, isActive: own !== undefined };
}

export function findSubscription(db: Database, userId: string): Promise<SubscriptionRow | undefined> {
  return db.selectFrom('subscription').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

export async function readOwnSubscription(
  db: Database,
  userId: string,
  { canPay, mayAddTax }: Pick<OwnSubscription, 'canPay' | 'mayAddTax'>,
): Promise<OwnSubscription> {
  // One statement, so that plan and price come from the same version.
  const row = await db
    .selectFrom('subscription')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('subscription_change')
          .select(['price_amount', 'price_currency', 'price_interval'])
          .whereRef('user_id', '=', 'subscription.user_id')
          .orderBy('change_id', 'desc')
          .limit(1)
          .as('change'),
      (join) => join.onTrue(),
    )
    .selectAll('subscription')
    .select(['change.price_amount', 'change.price_currency', 'change.price_interval'])
    .where('subscription.user_id', '=', userId)
    .executeTakeFirst();
  return {
    plan: row?.plan_id ?? 'free',
    status: row?.status ?? 'free',
    source: row && row.status !== 'free' ? row.source : null,
    pastDue: row ? isPastDue(row) : false,
    currentPeriodEnd: row?.current_period_end?.toISOString() ?? null,
    cancelAt: row?.cancel_at?.toISOString() ?? null,
    price: row ? toPrice(row) : null,
    canPay,
    mayAddTax,
    hasPortal: canPay && row?.source === 'stripe',
  };
}

export interface SubscriptionChange {
  plan: string;
  status: SubscriptionStatus;
  currentPeriodEnd: string | null;
  cancelAt: string | null;
}

/** Stores a plan that an operator assigned. */
export async function saveSubscription(
  db: Database,
  userId: string,
  { plan, status, currentPeriodEnd, cancelAt }: SubscriptionChange,
): Promise<void> {
  await requirePlan(db, plan);
  const values = {
    plan_id: plan,
    status,
    current_period_end: currentPeriodEnd,
    cancel_at: cancelAt,
    source: 'operator' as const,
    provider_subscription_id: null,
    provider_status: null,
    price_id: null,
    fetched_at: null,
  };
  const work = (transaction: Database) => writeSubscription(transaction, userId, values, null);
  await (db.isTransaction ? work(db) : db.transaction().execute(work));
}

type Values = Omit<Insertable<Tables['subscription']>, 'user_id' | 'updated_at'> & { source: SubscriptionSource };

/** Stores a subscription and records changes in plan, status or price. Must run in a transaction. */
export async function writeSubscription(
  transaction: Database,
  userId: string,
  values: Values,
  price: Price | null,
): Promise<void> {
  const updated = { ...values, updated_at: new Date() };
  await transaction
    .insertInto('subscription')
    .values({ user_id: userId, ...updated })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(updated))
    .execute();
  const change = {
    plan_id: values.plan_id,
    status: values.status,
    source: values.source,
    price_amount: price?.amount ?? null,
    price_currency: price?.currency ?? null,
    price_interval: price?.interval ?? null,
  };
  const last = await findLastChange(transaction, userId);
  if (last && JSON.stringify(sorted(last)) === JSON.stringify(sorted(change))) return;
  await transaction
    .insertInto('subscription_change')
    .values({ user_id: userId, ...change })
    .execute();
}

function findLastChange(db: Database, userId: string) {
  return db
    .selectFrom('subscription_change')
    .select(['plan_id', 'status', 'source', 'price_amount', 'price_currency', 'price_interval'])
    .where('user_id', '=', userId)
    .orderBy('change_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function sorted(change: object) {
  return Object.entries(change).toSorted(([one], [other]) => one.localeCompare(other));
}
