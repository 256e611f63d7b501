import { createHash } from 'node:crypto';
import type { ProviderPrice } from '@tidemark/contract';
import Stripe from 'stripe';
import { PaymentFailure, understood } from './payment-failure.ts';
import { toProviderPrice } from './price-reply.ts';
import { toProviderSubscription, type ProviderSubscription } from './subscription-reply.ts';

export const apiVersion = '2026-10-28.endive';
const mostPerPage = 100;

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

/** Stripe, as much of it as plans need. Every reply is parsed; every failure is a `PaymentFailure`. */
export function createPaymentProvider({ secretKey, baseUrl }: { secretKey: string; baseUrl: string }) {
  const { protocol, hostname, port } = new URL(baseUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 20_000,
    appInfo: { name: 'Tidemark' },
  });

  async function listPrices(): Promise<ProviderPrice[]> {
    const found: ProviderPrice[] = [];
    for await (const reply of stripe.prices.list({
      active: true,
      type: 'recurring',
      expand: ['data.product'],
      limit: mostPerPage,
    })) {
      const price = toProviderPrice(reply);
      if (price) found.push(price);
    }
    return found;
  }

  async function expireCheckouts(customer: string): Promise<void> {
    const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: mostPerPage });
    for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
  }

  return {
    /** The same person gets the same customer, however often it is asked for at once. `attempt` asks for another one. */
    createCustomer: ({
      userId,
      attempt,
      ...person
    }: {
      userId: string;
      attempt: string;
      name: string;
      email: string;
    }) =>
      understood(
        stripe.customers
          .create(
            { name: person.name, ...(person.email && { email: person.email }), metadata: { user: userId } },
            { idempotencyKey: keyOf('customer', userId, attempt, person.name, person.email) },
          )
          .then(({ id }) => id),
      ),

    /** Ends what the customer pays for at once. Deleting somebody who is gone already is done, too. */
    deleteCustomer: (customerId: string) =>
      understood(stripe.customers.del(customerId)).catch((error: unknown) => {
        if (!(error instanceof PaymentFailure) || error.kind !== 'missing') throw error;
      }),

    listSubscriptions: (customer: string): Promise<ProviderSubscription[]> =>
      understood(
        stripe.subscriptions
          .list({ customer, status: 'all', limit: mostPerPage })
          .then(({ data }) => data.map(toProviderSubscription)),
      ),

    /** Takes back pages of payment that are still open: of two only one may be paid. */
    expireCheckouts: (customer: string) => understood(expireCheckouts(customer)),

    createCheckout: (order: { customer: string; price: string; plan: string; successUrl: string; cancelUrl: string }) =>
      understood(
        stripe.checkout.sessions
          .create({
            mode: 'subscription',
            customer: order.customer,
            line_items: [{ price: order.price, quantity: 1 }],
            subscription_data: { metadata: { plan: order.plan } },
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
          })
          .then(({ url }) => requireUrl(url)),
      ),

    /** A page for the customer alone, good for minutes: never kept, never logged. */
    createPortal: (customer: string, returnUrl: string) =>
      understood(
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }).then(({ url }) => requireUrl(url)),
      ),

    listPrices: () => understood(listPrices()),

    /** Null when there is none, or none that a plan can be sold for. */
    findPrice: (priceId: string): Promise<ProviderPrice | null> =>
      understood(stripe.prices.retrieve(priceId, { expand: ['product'] }).then(toProviderPrice)).catch(
        (error: unknown) => {
          if (error instanceof PaymentFailure && error.kind === 'missing') return null;
          throw error;
        },
      ),

    /** Whether somebody has saved what the portal may do; without it the provider opens none. */
    hasPortalSettings: () =>
      understood(
        stripe.billingPortal.configurations
          .list({ is_default: true, active: true, limit: 1 })
          .then(({ data }) => data.length > 0),
      ),
  };
}

function requireUrl(url: string | null): string {
  if (url && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new PaymentFailure('unavailable', 'The payment provider named no page', {});
}

/** Idempotency keys are at most 255 long, and are kept by the provider for a day. */
function keyOf(...parts: string[]): string {
  return `tidemark-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
