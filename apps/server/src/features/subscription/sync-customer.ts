import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { ProviderSubscription, SubscriptionItem } from '../../clients/payment-provider/subscription-reply.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { beginFetch, lockForFetch, markFetched } from './customers.ts';
import { findSubscription, writeSubscription, type SubscriptionRow } from './queries.ts';
import { chooseSubscription, nextSyncAt, toStatus } from './rules.ts';

export interface SyncCustomerDeps {
  db: Database;
  provider: PaymentProvider;
  clock: Clock;
  /** Notifies the user's open tabs about a changed plan. */
  publishUser: (userId: string) => Promise<void>;
}

/**
 * Fetches a customer's subscriptions and stores them unless a later fetch was already stored. No database connection is
 * in use during the fetch. Undefined if the customer belongs to no user.
 */
export async function syncSubscription(
  { db, provider, clock, publishUser }: SyncCustomerDeps,
  customerId: string,
): Promise<ProviderSubscription[] | undefined> {
  const fetch = await beginFetch(db, customerId);
  if (fetch === undefined) return undefined;
  const subscriptions = await provider.listSubscriptions(customerId);
  const changed = await db.transaction().execute(async (transaction) => {
    const userId = (await lockForFetch(transaction, customerId, fetch))?.user_id;
    if (!userId) return null;
    const now = clock();
    const hasChanged = await applyProviderState(transaction, userId, subscriptions, now);
    const current = chooseSubscription(subscriptions);
    const next = nextSyncAt(now, [current?.cancelAt ?? null, current?.currentPeriodEnd ?? null]);
    await markFetched(transaction, customerId, { now, next, fetch });
    return hasChanged ? userId : null;
  });
  if (changed) await publishUser(changed);
  return subscriptions;
}

/** Applies the provider's state; an assigned plan stays until something is paid. */
async function applyProviderState(
  transaction: Transaction,
  userId: string,
  subscriptions: ProviderSubscription[],
  now: Date,
): Promise<boolean> {
  const before = await findSubscription(transaction, userId);
  const chosen = chooseSubscription(subscriptions);
  if (!chosen) {
    if (before?.source !== 'stripe' || before.status === 'canceled') return false;
    await writeSubscription(
      transaction,
      userId,
      { ...before, ...ended, current_period_end: now, fetched_at: now },
      null,
    );
    return true;
  }
  const status = toStatus(chosen.status);
  if (status === 'canceled' && before?.source === 'operator') return false;
  const isActive = status === 'active';
  const { planId, priceId } = await findPlan(transaction, chosen, before);
  const after = {
    plan_id: planId,
    status,
    current_period_end: isActive ? chosen.currentPeriodEnd : (chosen.endedAt ?? chosen.currentPeriodEnd),
    cancel_at: isActive ? chosen.cancelAt : null,
    source: 'stripe' as const,
    provider_subscription_id: chosen.id,
    provider_status: chosen.status,
    price_id: priceId,
    fetched_at: now,
  };
  await writeSubscription(transaction, userId, after, isActive ? chosen.revenue : null);
  return !before || visible(before) !== visible(after);
}

const ended = { status: 'canceled', cancel_at: null, provider_status: 'canceled' } as const;

type Visible = Pick<
  SubscriptionRow,
  'plan_id' | 'status' | 'current_period_end' | 'cancel_at' | 'source' | 'provider_status'
>;

function visible({ plan_id, status, current_period_end, cancel_at, source, provider_status }: Visible): string {
  return JSON.stringify([plan_id, status, current_period_end, cancel_at, source, provider_status]);
}

/**
 * Finds the plan with an item's price, else with the same product, else the plan at purchase, because prices change;
 * and that item's price.
 */
async function findPlan(
  transaction: Transaction,
  { items, planId: boughtId, id }: ProviderSubscription,
  before: SubscriptionRow | undefined,
): Promise<{ planId: string; priceId: string | null }> {
  const plans = await transaction.selectFrom('plan').select(['plan_id', 'price_id', 'product_id']).execute();
  const matches = (isSold: (plan: (typeof plans)[number], item: SubscriptionItem) => boolean) =>
    items.flatMap((item) => {
      const plan = plans.find((one) => isSold(one, item));
      return plan ? [{ planId: plan.plan_id, priceId: item.priceId }] : [];
    });
  const [sold] = [
    ...matches(({ price_id }, { priceId }) => price_id === priceId),
    ...matches(({ product_id }, { productId }) => product_id !== null && product_id === productId),
  ];
  if (sold) return sold;
  const priceId = items[0]?.priceId ?? null;
  if (before && before.provider_subscription_id === id && items.some((item) => item.priceId === before.price_id))
    return { planId: before.plan_id, priceId: before.price_id };
  const bought = plans.find(({ plan_id }) => plan_id === boughtId);
  if (bought) return { planId: bought.plan_id, priceId };
  throw new Error(`No plan has the price ${priceId ?? 'of this subscription'}. Assign it to a plan on /system/stripe`);
}
