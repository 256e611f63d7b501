import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { ProviderSubscription } from '../../clients/payment-provider/subscription-reply.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { lockCustomer, markRead } from './customers.ts';
import { findSubscription, writeSubscription, type SubscriptionRow } from './queries.ts';
import { chooseSubscription, nextReading, toStatus } from './rules.ts';

export interface ReadingNeeds {
  db: Database;
  provider: PaymentProvider;
  clock: Clock;
  /** Tells the user's open tabs that their plan is another one. */
  announce: (userId: string) => Promise<void>;
}

/** Reads what a customer has at the provider and stores it. Running it once more changes nothing. */
export async function readSubscription(needs: ReadingNeeds, customerId: string): Promise<void> {
  await whileRead(needs, customerId, async () => undefined);
}

/**
 * Reads and stores what a customer has, and does `work` with it before anybody else reads the same customer. Work that
 * throws takes the reading back with it.
 */
export async function whileRead<Result>(
  { db, provider, clock, announce }: ReadingNeeds,
  customerId: string,
  work: (subscriptions: ProviderSubscription[], transaction: Transaction) => Promise<Result>,
): Promise<Result | undefined> {
  const { changed, result } = await db.transaction().execute(async (transaction) => {
    const userId = (await lockCustomer(transaction, customerId))?.user_id;
    if (!userId) return { changed: null };
    const subscriptions = await provider.listSubscriptions(customerId);
    const now = clock();
    const hasChanged = await takeOver(transaction, userId, subscriptions, now);
    const current = chooseSubscription(subscriptions);
    const next = nextReading(now, [current?.cancelAt ?? null, current?.currentPeriodEnd ?? null]);
    await markRead(transaction, customerId, { now, next });
    return { changed: hasChanged ? userId : null, result: await work(subscriptions, transaction) };
  });
  if (changed) await announce(changed);
  return result;
}

/** The provider's word against ours: a plan that an operator gave stands until something is paid for. */
async function takeOver(
  transaction: Transaction,
  userId: string,
  subscriptions: ProviderSubscription[],
  now: Date,
): Promise<boolean> {
  const before = await findSubscription(transaction, userId);
  const chosen = chooseSubscription(subscriptions);
  if (!chosen) {
    if (before?.source !== 'stripe' || before.status === 'canceled') return false;
    await writeSubscription(transaction, userId, { ...before, ...ended, current_period_end: now, read_at: now }, null);
    return true;
  }
  const status = toStatus(chosen.status);
  if (status === 'canceled' && before?.source === 'operator') return false;
  const isActive = status === 'active';
  const after = {
    plan_id: await planOf(transaction, chosen, before),
    status,
    current_period_end: isActive ? chosen.currentPeriodEnd : (chosen.endedAt ?? chosen.currentPeriodEnd),
    cancel_at: isActive ? chosen.cancelAt : null,
    source: 'stripe' as const,
    provider_subscription_id: chosen.id,
    provider_status: chosen.status,
    price_id: chosen.priceId,
    read_at: now,
  };
  await writeSubscription(transaction, userId, after, isActive ? chosen.price : null);
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

/** The plan that has this price, else one of the same product, else the one it was bought as: prices change. */
async function planOf(
  transaction: Transaction,
  { priceId, productId, planId, id }: ProviderSubscription,
  before: SubscriptionRow | undefined,
): Promise<string> {
  const plans = await transaction.selectFrom('plan').select(['plan_id', 'price_id', 'product_id']).execute();
  const sold =
    plans.find(({ price_id }) => price_id !== null && price_id === priceId) ??
    plans.find(({ product_id }) => product_id !== null && product_id === productId);
  if (sold) return sold.plan_id;
  if (before && before.provider_subscription_id === id && before.price_id === priceId) return before.plan_id;
  const bought = plans.find(({ plan_id }) => plan_id === planId);
  if (bought) return bought.plan_id;
  throw new Error(`No plan has the price ${priceId ?? 'of this subscription'}: give it to one on /system/stripe`);
}
