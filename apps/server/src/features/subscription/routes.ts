import {
  getSubscription,
  listPlans,
  openPaymentPortal,
  receiveStripeWebhook,
  refreshSubscription,
  startCheckout,
} from '@tidemark/contract';
import { openPaymentEvent } from '../../clients/payment-provider/payment-event.ts';
import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { createSharedRuns } from '../../platform/shared-runs.ts';
import { checkout, portal, refresh, type CheckoutDeps } from './checkout.ts';
import { storeEvent } from './payment-events.ts';
import { listAllPlans } from './plans.ts';
import { readOwnSubscription } from './queries.ts';
import { requireReturnAddress } from './return-address.ts';

export interface SubscriptionDeps extends Omit<CheckoutDeps, 'provider' | 'refreshes'> {
  /** Null without payments: operators assign the plans. */
  provider: PaymentProvider | null;
  /** Null without events: subscriptions are synced daily and after each visit to the provider. */
  webhookSecret: string | null;
  /** Processes a received event soon. */
  wakePayments(): void;
}

export function subscriptionRoutes(deps: SubscriptionDeps) {
  const { db, provider, webhookSecret, clock, appUrl, wakePayments } = deps;
  const checkoutDeps = provider ? { ...deps, provider, refreshes: createSharedRuns() } : null;
  const payments = { canPay: provider !== null, mayAddTax: provider?.mayAddTax ?? false };
  const ownSubscription = (userId: string) => readOwnSubscription(db, userId, payments);

  return [
    route(listPlans, async () => ({ plans: await listAllPlans(db) })),

    route(getSubscription, async ({ viewer }) => ownSubscription(viewer.userId)),

    route(startCheckout, async ({ viewer, body: { plan } }) => {
      if (!checkoutDeps) throw new ApiError('payments_off');
      return { url: await checkout(checkoutDeps, viewer.userId, plan) };
    }),

    route(openPaymentPortal, async ({ viewer, query }) => {
      const returnUrl = requireReturnAddress(query.returnUrl, appUrl);
      if (!checkoutDeps) throw new ApiError('no_payment_portal');
      return { url: await portal(checkoutDeps, viewer.userId, returnUrl) };
    }),

    route(refreshSubscription, async ({ viewer }) => {
      if (checkoutDeps) await refresh(checkoutDeps, viewer.userId);
      return ownSubscription(viewer.userId);
    }),

    route(receiveStripeWebhook, async ({ rawBody, reply }) => {
      if (!provider || !webhookSecret) throw new ApiError('not_found');
      const signature = reply.request.headers['stripe-signature'];
      const now = clock();
      const event =
        typeof signature === 'string' ? openPaymentEvent(rawBody, { signature, secret: webhookSecret, now }) : null;
      if (!event) throw new ApiError('signature_invalid');
      if (await storeEvent(db, event, now)) wakePayments();
      return { received: true as const };
    }),
  ];
}
