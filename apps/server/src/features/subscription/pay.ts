import type { ProviderSubscription } from '../../clients/payment-provider/subscription-reply.ts';
import { PaymentFailure } from '../../clients/payment-provider/payment-failure.ts';
import { Failure } from '../../platform/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import { findCustomer, requireCustomer } from './customers.ts';
import { requirePlan } from './plans.ts';
import { findSubscription } from './queries.ts';
import { readSubscription, whileRead, type ReadingNeeds } from './read-subscription.ts';
import { isOpen } from './rules.ts';

export interface PayNeeds extends ReadingNeeds {
  appUrl: string;
  log: Log;
}

interface Order {
  userId: string;
  priceId: string;
  planId: string;
  /** Where the person comes back to, having paid or not. */
  paidUrl: string;
  leftUrl: string;
}

/** Where the user pays for a plan. There is one open page of payment a user, and none while they have a subscription. */
export async function checkout(needs: PayNeeds, userId: string, planId: string): Promise<string> {
  const { price_id: priceId } = await requirePlan(needs.db, planId);
  if (!priceId) throw new Failure('plan_not_for_sale');
  const page = `${needs.appUrl}/subscription`;
  const url = await orderPage(needs, { userId, priceId, planId, paidUrl: `${page}?payment=done`, leftUrl: page });
  if (!url) throw new Failure('subscription_exists');
  return url;
}

/** Where the user manages what they pay for or, once it has ended, pays for the same plan again. */
export async function portal(needs: PayNeeds, userId: string, returnUrl: string): Promise<string> {
  const [customer, subscription] = await Promise.all([
    findCustomer(needs.db, userId),
    findSubscription(needs.db, userId),
  ]);
  if (!customer || subscription?.source !== 'stripe') throw new Failure('no_payment_portal');
  if (subscription.status === 'canceled') {
    const { price_id: priceId, plan_id: planId } = await requirePlan(needs.db, subscription.plan_id);
    const order = { userId, planId, paidUrl: returnUrl, leftUrl: returnUrl };
    const url = priceId && (await orderPage(needs, { ...order, priceId }));
    if (url) return url;
  }
  return asked(needs, () => needs.provider.createPortal(customer.customer_id, returnUrl));
}

/** Reads again what the user has at the provider, as after a visit there. */
export async function refresh(needs: PayNeeds, userId: string): Promise<void> {
  const customer = await findCustomer(needs.db, userId);
  if (customer) await asked(needs, () => readSubscription(needs, customer.customer_id));
}

/** Null when the user has a subscription that is open. */
async function orderPage(needs: PayNeeds, order: Order): Promise<string | null> {
  const { provider } = needs;
  const open = async (customer: string) =>
    (await whileRead(needs, customer, async (subscriptions: ProviderSubscription[]) => {
      if (subscriptions.some(isOpen)) return null;
      await provider.expireCheckouts(customer);
      const { priceId: price, planId: plan, paidUrl: successUrl, leftUrl: cancelUrl } = order;
      return provider.createCheckout({ customer, price, plan, successUrl, cancelUrl });
    })) ?? null;

  return asked(needs, async () => {
    const customer = await requireCustomer(needs, order.userId);
    try {
      return await open(customer);
    } catch (error) {
      // Deleted by hand at the provider, who then knows nothing of them: they start anew.
      const isGone = error instanceof PaymentFailure && error.kind === 'missing' && error.param === 'customer';
      if (!isGone) throw error;
      return open(await requireCustomer(needs, order.userId, { instead: customer }));
    }
  });
}

/** A provider that fails is one sentence for the user, and the whole of it for the log. */
export async function asked<Answer>({ log }: { log: Log }, asking: () => Promise<Answer>): Promise<Answer> {
  try {
    return await asking();
  } catch (cause) {
    if (!(cause instanceof PaymentFailure) && !isLockTimeout(cause)) throw cause;
    log.warn({ err: cause }, 'The payment provider did not do what it was asked');
    throw new Failure('payment_unavailable', undefined, { cause });
  }
}

// Somebody else holds the customer while the provider takes its time. PostgreSQL manual, appendix A: lock_not_available.
function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}
