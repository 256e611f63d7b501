import { createHash } from 'node:crypto';
import type { ProviderPrice } from '@tidemark/contract';
import Stripe from 'stripe';
import { PaymentError, wrapStripeErrors } from './payment-error.ts';
import { toProviderPrice } from './price-reply.ts';
import { subscriptionExpansion, toProviderSubscription, type ProviderSubscription } from './subscription-reply.ts';

export const apiVersion = '2026-10-28.endive';
const maxPerPage = 100;

export interface CheckoutOptions {
  /** Taxes computed by Stripe Tax, from the customer's address. */
  automaticTax: boolean;
  /** Asks businesses for their tax ID. */
  taxIds: boolean;
  promotionCodes: boolean;
  billingAddress: 'auto' | 'required';
}

interface ProviderOptions {
  secretKey: string;
  baseUrl: string;
  /** Defaults to a checkout that asks only for a payment. */
  checkout?: CheckoutOptions;
}

const plainCheckout: CheckoutOptions = {
  automaticTax: false,
  taxIds: false,
  promotionCodes: false,
  billingAddress: 'auto',
};

export type PaymentProvider = ReturnType<typeof createPaymentProvider>;

/** Creates a Stripe client for plans. Every reply is parsed; every failure is a `PaymentError`. */
export function createPaymentProvider({ secretKey, baseUrl, checkout = plainCheckout }: ProviderOptions) {
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
      limit: maxPerPage,
    })) {
      const price = toProviderPrice(reply);
      if (price) found.push(price);
    }
    return found;
  }

  async function listSubscriptions(customer: string): Promise<ProviderSubscription[]> {
    const found: ProviderSubscription[] = [];
    for await (const reply of stripe.subscriptions.list({
      customer,
      status: 'all',
      expand: [`data.${subscriptionExpansion}`],
      limit: maxPerPage,
    }))
      found.push(toProviderSubscription(reply));
    return found;
  }

  async function expireCheckouts(customer: string): Promise<void> {
    const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: maxPerPage });
    for (const { id } of open.data) await stripe.checkout.sessions.expire(id);
  }

  return {
    /** Creates a customer. Idempotent per user, even for concurrent calls; a new `attempt` creates another customer. */
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
      wrapStripeErrors(
        stripe.customers
          .create(
            { name: person.name, ...(person.email && { email: person.email }), metadata: { user: userId } },
            { idempotencyKey: toKey('customer', userId, attempt, person.name, person.email) },
          )
          .then(({ id }) => id),
      ),

    /** Cancels the customer's subscriptions at once. A missing customer counts as deleted. */
    deleteCustomer: (customerId: string) =>
      wrapStripeErrors(stripe.customers.del(customerId)).catch((error: unknown) => {
        if (!(error instanceof PaymentError) || error.kind !== 'missing') throw error;
      }),

    /** True if a checkout may cost more than the price. */
    mayAddTax: checkout.automaticTax,

    listSubscriptions: (customer: string) => wrapStripeErrors(listSubscriptions(customer)),

    /** Expires open checkout pages, so that only one can be paid. */
    expireCheckouts: (customer: string) => wrapStripeErrors(expireCheckouts(customer)),

    createCheckout: (order: { customer: string; price: string; plan: string; successUrl: string; cancelUrl: string }) =>
      wrapStripeErrors(
        stripe.checkout.sessions
          .create({
            mode: 'subscription',
            customer: order.customer,
            line_items: [{ price: order.price, quantity: 1 }],
            subscription_data: { metadata: { plan: order.plan } },
            success_url: order.successUrl,
            cancel_url: order.cancelUrl,
            ...toCheckoutParameters(checkout),
          })
          .then(({ url }) => requireUrl(url)),
      ),

    /** Creates a private page that is valid for minutes: never store or log its address. */
    createPortal: (customer: string, returnUrl: string) =>
      wrapStripeErrors(
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }).then(({ url }) => requireUrl(url)),
      ),

    listPrices: () => wrapStripeErrors(listPrices()),

    /** Returns null when there is no price, or none that a plan can use. */
    findPrice: (priceId: string): Promise<ProviderPrice | null> =>
      wrapStripeErrors(stripe.prices.retrieve(priceId, { expand: ['product'] }).then(toProviderPrice)).catch(
        (error: unknown) => {
          if (error instanceof PaymentError && error.kind === 'missing') return null;
          throw error;
        },
      ),

    /** Returns true if the portal has been configured; otherwise Stripe opens none. */
    hasPortalSettings: () =>
      wrapStripeErrors(
        stripe.billingPortal.configurations
          .list({ is_default: true, active: true, limit: 1 })
          .then(({ data }) => data.length > 0),
      ),
  };
}

/** Returns checkout parameters; Stripe stores the page's input with the customer only if told to. */
function toCheckoutParameters({
  automaticTax,
  taxIds,
  promotionCodes,
  billingAddress,
}: CheckoutOptions): Partial<Stripe.Checkout.SessionCreateParams> {
  return {
    ...(automaticTax && { automatic_tax: { enabled: true } }),
    ...(taxIds && { tax_id_collection: { enabled: true } }),
    ...((automaticTax || taxIds) && {
      customer_update: { address: 'auto' as const, ...(taxIds && { name: 'auto' as const }) },
    }),
    ...(promotionCodes && { allow_promotion_codes: true }),
    ...(billingAddress === 'required' && { billing_address_collection: 'required' as const }),
  };
}

function requireUrl(url: string | null): string {
  if (url && /^https?:$/.test(new URL(url).protocol)) return url;
  throw new PaymentError('unavailable', 'The payment provider returned no page URL', {});
}

/** Returns an idempotency key; Stripe limits keys to 255 characters and retains them for a day. */
function toKey(...parts: string[]): string {
  return `tidemark-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
