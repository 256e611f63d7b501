import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../platform/api-error.ts';
import { claimCheckout, releaseCheckout } from './customers.ts';
import { syncSubscription, type SyncCustomerDeps } from './sync-customer.ts';
import { isOpen } from './rules.ts';

export interface CheckoutOrder {
  priceId: string;
  planId: string;
  /** URLs to which the user returns after paying or cancelling. */
  paidUrl: string;
  leftUrl: string;
}

// The maximum time that the provider's client retries.
const claimMillis = 180_000;
const maxWaitMillis = 10_000;
const pollMillis = 100;

/**
 * Creates a checkout and expires open ones, so that only one can be paid. Null if the customer has a subscription. The
 * claim is a column instead of a row lock, so that no database connection is in use during calls to the provider.
 */
export async function createOnlyCheckout(
  deps: SyncCustomerDeps,
  customer: string,
  order: CheckoutOrder,
): Promise<string | null> {
  const { db, provider } = deps;
  const claimedUntil = await waitForClaim(deps, customer);
  try {
    const subscriptions = await syncSubscription(deps, customer);
    if (!subscriptions || subscriptions.some(isOpen)) return null;
    await provider.expireCheckouts(customer);
    const { priceId: price, planId: plan, paidUrl: successUrl, leftUrl: cancelUrl } = order;
    return await provider.createCheckout({ customer, price, plan, successUrl, cancelUrl });
  } finally {
    await releaseCheckout(db, customer, claimedUntil);
  }
}

async function waitForClaim({ db, clock }: SyncCustomerDeps, customer: string): Promise<Date> {
  const deadline = performance.now() + maxWaitMillis;
  for (;;) {
    const now = clock();
    const until = new Date(now.getTime() + claimMillis);
    if (await claimCheckout(db, customer, { now, until })) return until;
    if (performance.now() > deadline) throw new ApiError('payment_unavailable');
    await sleep(pollMillis);
  }
}
