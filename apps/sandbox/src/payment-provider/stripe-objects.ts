import type { Checkout, Customer, Subscription } from './books.ts';
import { currency, findPrice, type SandboxPrice } from './price-list.ts';

export type StripeObject = Record<string, unknown>;

const seconds = (instant: number) => Math.floor(instant / 1000);
const secondsOrNull = (instant: number | null) => (instant === null ? null : seconds(instant));

export function toCustomer({ id, name, email, metadata, created, deleted }: Customer): StripeObject {
  if (deleted) return { id, object: 'customer', deleted: true };
  return { id, object: 'customer', created: seconds(created), email, name, livemode: false, metadata };
}

export function toProduct({ product, productName }: SandboxPrice): StripeObject {
  return { id: product, object: 'product', active: true, livemode: false, name: productName, metadata: {} };
}

export function toPrice(price: SandboxPrice, isExpanded = false): StripeObject {
  return {
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    currency,
    livemode: false,
    lookup_key: null,
    metadata: {},
    product: isExpanded ? toProduct(price) : price.product,
    recurring: { interval: price.interval, interval_count: 1, trial_period_days: null, usage_type: 'licensed' },
    type: 'recurring',
    unit_amount: price.amount,
    unit_amount_decimal: String(price.amount),
  };
}

/** Since 2025-03-31.basil, periods are on the items rather than on the subscription. */
export function toSubscription(subscription: Subscription): StripeObject {
  const price = findPrice(subscription.price);
  return {
    id: subscription.id,
    object: 'subscription',
    billing_mode: { type: 'flexible' },
    cancel_at: secondsOrNull(subscription.cancelAt),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: secondsOrNull(subscription.canceledAt),
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: seconds(subscription.created),
    currency,
    customer: subscription.customer,
    ended_at: secondsOrNull(subscription.endedAt),
    items: {
      object: 'list',
      data: [
        {
          id: `si_${subscription.id.slice(4)}`,
          object: 'subscription_item',
          current_period_start: seconds(subscription.periodStart),
          current_period_end: seconds(subscription.periodEnd),
          price: price ? toPrice(price) : { id: subscription.price, object: 'price' },
          quantity: 1,
          subscription: subscription.id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    livemode: false,
    metadata: subscription.metadata,
    pause_collection: null,
    start_date: seconds(subscription.created),
    status: subscription.status,
    trial_end: null,
  };
}

export function toCheckout(checkout: Checkout, origin: string): StripeObject {
  return {
    id: checkout.id,
    object: 'checkout.session',
    cancel_url: checkout.cancelUrl,
    created: seconds(checkout.created),
    customer: checkout.customer,
    expires_at: seconds(checkout.expiresAt),
    livemode: false,
    mode: 'subscription',
    payment_status: checkout.status === 'complete' ? 'paid' : 'unpaid',
    status: checkout.status,
    subscription: checkout.subscription,
    success_url: checkout.successUrl,
    url: checkout.status === 'open' ? `${origin}/c/pay/${checkout.id}` : null,
  };
}

/** Since 2025-03-31.basil, an invoice names its subscription in `parent`. */
export function toInvoice({ id, customer, price }: Subscription, status: 'paid' | 'open'): StripeObject {
  return {
    id: `in_${id.slice(4)}`,
    object: 'invoice',
    amount_due: findPrice(price)?.amount ?? 0,
    currency,
    customer,
    livemode: false,
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    status,
  };
}

export function toList(url: string, data: StripeObject[], hasMore = false): StripeObject {
  return { object: 'list', data, has_more: hasMore, url };
}
