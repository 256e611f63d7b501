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
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import { checkout, portal, refresh, type PayNeeds } from './pay.ts';
import { keepEvent } from './payment-events.ts';
import { listAllPlans } from './plans.ts';
import { readOwnSubscription } from './queries.ts';
import { requireReturnAddress } from './return-address.ts';

export interface SubscriptionNeeds extends Omit<PayNeeds, 'provider'> {
  /** Null: nobody pays here, operators give the plans. */
  provider: PaymentProvider | null;
  /** Null: no events are taken; everybody's state is read once a day and after each visit to the provider. */
  webhookSecret: string | null;
  /** Called when an event came in. */
  onEvent: () => void;
}

export function subscriptionRoutes(needs: SubscriptionNeeds) {
  const { db, provider, webhookSecret, clock, appUrl, onEvent } = needs;
  const payNeeds = provider ? { ...needs, provider } : null;
  const ownSubscription = (userId: string) => readOwnSubscription(db, userId, { canPay: provider !== null });

  return [
    route(listPlans, async () => ({ plans: await listAllPlans(db) })),

    route(getSubscription, async ({ viewer }) => ownSubscription(viewer.userId)),

    route(startCheckout, async ({ viewer, body: { plan } }) => {
      if (!payNeeds) throw new Failure('payments_off');
      return { url: await checkout(payNeeds, viewer.userId, plan) };
    }),

    route(openPaymentPortal, async ({ viewer, query }) => {
      const returnUrl = requireReturnAddress(query.returnUrl, appUrl);
      if (!payNeeds) throw new Failure('no_payment_portal');
      return { url: await portal(payNeeds, viewer.userId, returnUrl) };
    }),

    route(refreshSubscription, async ({ viewer }) => {
      if (payNeeds) await refresh(payNeeds, viewer.userId);
      return ownSubscription(viewer.userId);
    }),

    route(receiveStripeWebhook, async ({ rawBody, reply }) => {
      if (!provider || !webhookSecret) throw new Failure('not_found');
      const signature = reply.request.headers['stripe-signature'];
      const now = clock();
      const event =
        typeof signature === 'string' ? openPaymentEvent(rawBody, { signature, secret: webhookSecret, now }) : null;
      if (!event) throw new Failure('signature_invalid');
      if (await keepEvent(db, event, now)) onEvent();
      return { received: true as const };
    }),
  ];
}
