import { PaymentError } from '../../clients/payment-provider/payment-error.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SharedRuns } from '../../platform/shared-runs.ts';
import { createOnlyCheckout, type CheckoutOrder } from './create-checkout.ts';
import { findCustomer, requireCustomer } from './customers.ts';
import { requirePlan } from './plans.ts';
import { findSubscription } from './queries.ts';
import { syncSubscription, type SyncCustomerDeps } from './sync-customer.ts';

export interface CheckoutDeps extends SyncCustomerDeps {
  appUrl: string;
  log: Log;
  /** Shares one fetch per customer among concurrent callers. */
  refreshes: SharedRuns;
}

interface Order extends CheckoutOrder {
  userId: string;
}

/** Returns a checkout URL for the plan. A user has at most one open checkout, and none while subscribed. */
export async function checkout(deps: CheckoutDeps, userId: string, planId: string): Promise<string> {
  const { price_id: priceId } = await requirePlan(deps.db, planId);
  if (!priceId) throw new ApiError('plan_not_for_sale');
  const page = `${deps.appUrl}/subscription`;
  const url = await createCheckoutPage(deps, {
    userId,
    priceId,
    planId,
    paidUrl: `${page}?payment=done`,
    leftUrl: page,
  });
  if (!url) throw new ApiError('subscription_exists');
  return url;
}

/** Returns the URL where users manage their subscription or, once it has ended, pay for the same plan again. */
export async function portal(deps: CheckoutDeps, userId: string, returnUrl: string): Promise<string> {
  const [customer, subscription] = await Promise.all([
    findCustomer(deps.db, userId),
    findSubscription(deps.db, userId),
  ]);
  if (!customer || subscription?.source !== 'stripe') throw new ApiError('no_payment_portal');
  if (subscription.status === 'canceled') {
    const { price_id: priceId, plan_id: planId } = await requirePlan(deps.db, subscription.plan_id);
    const order = { userId, planId, paidUrl: returnUrl, leftUrl: returnUrl };
    const url = priceId && (await createCheckoutPage(deps, { ...order, priceId }));
    if (url) return url;
  }
  return wrapProviderErrors(deps, () => deps.provider.createPortal(customer.customer_id, returnUrl));
}

/** Syncs the user's subscription from the provider, such as after a visit there. */
export async function refresh(deps: CheckoutDeps, userId: string): Promise<void> {
  const customer = await findCustomer(deps.db, userId);
  if (!customer) return;
  const { customer_id: customerId } = customer;
  await wrapProviderErrors(deps, () =>
    deps.refreshes.run(customerId, async () => {
      await syncSubscription(deps, customerId);
    }),
  );
}

/** Creates a checkout page; null if the user has an open subscription. */
async function createCheckoutPage(deps: CheckoutDeps, order: Order): Promise<string | null> {
  return wrapProviderErrors(deps, async () => {
    const customer = await requireCustomer(deps, order.userId);
    try {
      return await createOnlyCheckout(deps, customer, order);
    } catch (error) {
      // The customer was deleted manually at the provider, so that a new customer is needed.
      const isGone = error instanceof PaymentError && error.kind === 'missing' && error.param === 'customer';
      if (!isGone) throw error;
      return createOnlyCheckout(deps, await requireCustomer(deps, order.userId, { instead: customer }), order);
    }
  });
}

/** Turns a provider error into a generic one for the user and logs the details. */
export async function wrapProviderErrors<Answer>(
  { log }: { log: Log },
  asking: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await asking();
  } catch (cause) {
    if (!(cause instanceof PaymentError)) throw cause;
    log.warn({ err: cause }, 'The payment provider request failed');
    throw new ApiError('payment_unavailable', undefined, { cause });
  }
}
