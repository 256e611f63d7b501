import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import type { Checkout, Customer, Discount, Subscription } from './books.ts';
import { findPrice } from './price-list.ts';
import { StripeApiError } from './stripe-api-error.ts';
import { toCheckout } from './stripe-checkout.ts';
import { toInvoice } from './stripe-invoice.ts';
import { toSubscription } from './stripe-subscription.ts';

/** Emits an event: its type, and the current state of the object it concerns. */
export type Emit = (type: string, object: object) => void;

export type Billing = ReturnType<typeof createBilling>;

const day = 86_400_000;
const checkoutLasts = day;
/** Days after the first failure on which a payment is retried; after the last retry the subscription ends. */
const retryAfterDays = [3, 8, 15];

export function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}

interface Deps {
  origin: string;
  store: StateStore;
  clock: SandboxClock;
  emit: Emit;
}

/** Customers, their subscriptions, and what becomes due as time passes. */
export function createBilling({ origin, store, clock, emit }: Deps) {
  const books = store.state.payments;

  function report(type: string, subscription: Subscription): void {
    emit(`customer.subscription.${type}`, toSubscription(subscription));
  }

  function end(subscription: Subscription, at: number): void {
    Object.assign(subscription, { status: 'canceled', endedAt: at, canceledAt: subscription.canceledAt ?? at });
    report('deleted', subscription);
  }

  function charge(subscription: Subscription): boolean {
    const works = books.customers[subscription.customer]?.cardWorks ?? false;
    Object.assign(subscription, works ? { status: 'active', overdueSince: null, retries: 0 } : { status: 'past_due' });
    if (works) emit('invoice.paid', toInvoice(subscription, 'paid'));
    else emit('invoice.payment_failed', toInvoice(subscription, 'open'));
    report('updated', subscription);
    return works;
  }

  function renew(subscription: Subscription, now: number): void {
    const start = subscription.periodEnd;
    Object.assign(subscription, { periodStart: start, periodEnd: oneLater(start, subscription.price) });
    if (!charge(subscription)) subscription.overdueSince ??= Math.min(start, now);
  }

  /** Handles the next due event in chronological order; false when there is none. */
  function passTime(subscription: Subscription, now: number): boolean {
    const { cancelAt, overdueSince, periodEnd, retries } = subscription;
    if (subscription.status === 'canceled') return false;
    if (cancelAt !== null && cancelAt <= Math.min(now, periodEnd)) {
      end(subscription, cancelAt);
      return true;
    }
    const retryDays = retryAfterDays[retries];
    const retryAt = overdueSince === null || retryDays === undefined ? Infinity : overdueSince + retryDays * day;
    if (retryAt <= Math.min(now, periodEnd)) {
      subscription.retries += 1;
      if (!charge(subscription) && retryAfterDays[subscription.retries] === undefined) end(subscription, retryAt);
      return true;
    }
    if (periodEnd > now) return false;
    renew(subscription, now);
    return true;
  }

  function advance(): void {
    const now = clock.now();
    let hasChanged = false;
    for (const subscription of Object.values(books.subscriptions))
      for (let step = 0; step < 500 && passTime(subscription, now); step += 1) hasChanged = true;
    for (const checkout of Object.values(books.checkouts)) {
      if (checkout.status !== 'open' || checkout.expiresAt > now) continue;
      checkout.status = 'expired';
      hasChanged = true;
    }
    if (hasChanged) store.save();
  }

  function requireCustomer(id: string): Customer {
    const customer = books.customers[id];
    if (!customer) throw StripeApiError.missing('customer', id, 'customer');
    return customer;
  }

  function requireLiveCustomer(id: string): Customer {
    const customer = requireCustomer(id);
    if (customer.deleted) throw StripeApiError.missing('customer', id, 'customer');
    return customer;
  }

  function requireSubscription(id: string): Subscription {
    const subscription = books.subscriptions[id];
    if (!subscription) throw StripeApiError.missing('subscription', id, 'id');
    return subscription;
  }

  function requireCheckout(id: string): Checkout {
    const checkout = books.checkouts[id];
    if (!checkout) throw StripeApiError.missing('checkout.session', id, 'session');
    return checkout;
  }

  return {
    books,
    now: () => clock.now(),
    advance,
    requireCustomer,
    requireSubscription,
    requireCheckout,

    createCustomer(given: Pick<Customer, 'name' | 'email' | 'metadata'>): Customer {
      const customer = { ...given, id: newId('cus'), created: clock.now(), deleted: false, cardWorks: true };
      books.customers[customer.id] = customer;
      store.save();
      return customer;
    },

    deleteCustomer(id: string): Customer {
      const customer = requireLiveCustomer(id);
      for (const subscription of Object.values(books.subscriptions))
        if (subscription.customer === id && subscription.status !== 'canceled') end(subscription, clock.now());
      Object.assign(customer, { deleted: true, name: null, email: null, metadata: {} });
      store.save();
      return customer;
    },

    openCheckout(
      order: Pick<Checkout, 'customer' | 'price' | 'successUrl' | 'cancelUrl' | 'metadata' | 'options'>,
    ): Checkout {
      requireLiveCustomer(order.customer);
      if (!findPrice(order.price)) throw StripeApiError.missing('price', order.price, 'line_items[0][price]');
      const now = clock.now();
      const checkout: Checkout = {
        ...order,
        id: newId('cs_test'),
        status: 'open',
        subscription: null,
        created: now,
        expiresAt: now + checkoutLasts,
      };
      books.checkouts[checkout.id] = checkout;
      store.save();
      return checkout;
    },

    expireCheckout(id: string): Checkout {
      const checkout = requireCheckout(id);
      if (checkout.status !== 'open')
        throw new StripeApiError(400, {
          type: 'invalid_request_error',
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${checkout.status}.`,
        });
      checkout.status = 'expired';
      store.save();
      return checkout;
    },

    /** Records a payment. `periodEnd` allows a subscription to start in the past. */
    pay(id: string, { cardWorks = true, periodEnd }: { cardWorks?: boolean; periodEnd?: number } = {}): Subscription {
      const checkout = requireCheckout(id);
      const customer = requireLiveCustomer(checkout.customer);
      if (checkout.status !== 'open')
        throw new StripeApiError(400, { type: 'invalid_request_error', message: 'This payment page is closed.' });
      const now = clock.now();
      const until = periodEnd ?? oneLater(now, checkout.price);
      const subscription: Subscription = {
        id: newId('sub'),
        customer: checkout.customer,
        price: checkout.price,
        status: 'active',
        created: Math.min(now, oneLater(until, checkout.price, -1)),
        periodStart: oneLater(until, checkout.price, -1),
        periodEnd: until,
        cancelAt: null,
        cancelAtPeriodEnd: false,
        canceledAt: null,
        endedAt: null,
        metadata: checkout.metadata,
        overdueSince: null,
        retries: 0,
        discounts: [],
        isPaused: false,
        hasAutomaticTax: checkout.options.hasAutomaticTax,
      };
      customer.cardWorks = cardWorks;
      books.subscriptions[subscription.id] = subscription;
      Object.assign(checkout, { status: 'complete', subscription: subscription.id });
      store.save();
      report('created', subscription);
      emit('invoice.paid', toInvoice(subscription, 'paid'));
      emit('checkout.session.completed', toCheckout(checkout, origin));
      return subscription;
    },

    /** Supports two representations: flexible billing sets a date, the older style "at the end of the period". */
    cancelLater(id: string, style: 'date' | 'period-end' = 'date'): void {
      const subscription = requireSubscription(id);
      if (subscription.status === 'canceled') return;
      Object.assign(subscription, {
        cancelAt: subscription.periodEnd,
        cancelAtPeriodEnd: style === 'period-end',
        canceledAt: clock.now(),
      });
      store.save();
      report('updated', subscription);
    },

    cancelNow(id: string, at = clock.now()): void {
      const subscription = requireSubscription(id);
      if (subscription.status === 'canceled') return;
      end(subscription, at);
      store.save();
    },

    resume(id: string): void {
      const subscription = requireSubscription(id);
      if (subscription.status === 'canceled') return;
      Object.assign(subscription, { cancelAt: null, cancelAtPeriodEnd: false, canceledAt: null });
      store.save();
      report('updated', subscription);
    },

    changePrice(id: string, price: string): void {
      const subscription = requireSubscription(id);
      if (subscription.status === 'canceled' || !findPrice(price)) return;
      subscription.price = price;
      store.save();
      report('updated', subscription);
    },

    addDiscount(id: string, discount: Omit<Discount, 'id' | 'start'>): void {
      const subscription = requireSubscription(id);
      subscription.discounts.push({ ...discount, id: newId('di'), start: clock.now() });
      store.save();
      report('updated', subscription);
    },

    pauseCollection(id: string, isPaused: boolean): void {
      const subscription = requireSubscription(id);
      subscription.isPaused = isPaused;
      store.save();
      report('updated', subscription);
    },

    /** Replaces the card; overdue amounts are paid at once. */
    changeCard(customerId: string, works: boolean): void {
      requireLiveCustomer(customerId).cardWorks = works;
      for (const subscription of Object.values(books.subscriptions))
        if (works && subscription.customer === customerId && subscription.status === 'past_due') charge(subscription);
      store.save();
    },

    /** Ends the period now; with a failing card, the payment is overdue from now on. */
    renewNow(id: string): void {
      const subscription = requireSubscription(id);
      if (subscription.status === 'canceled') return;
      subscription.periodEnd = clock.now();
      if (subscription.cancelAt !== null) subscription.cancelAt = subscription.periodEnd;
      passTime(subscription, clock.now());
      store.save();
    },
  };
}

function oneLater(instant: number, priceId: string, count = 1): number {
  const date = new Date(instant);
  const months = findPrice(priceId)?.interval === 'year' ? 12 : 1;
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months * count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.getTime();
}
