import type Stripe from 'stripe';
import type { Discount, Subscription } from './books.ts';
import { currency, requirePrice } from './price-list.ts';
import {
  openedAt,
  toList,
  toPlan,
  toPrice,
  toSeconds,
  toSecondsOrNull,
  type Wire,
  type WireList,
  type WirePrice,
} from './stripe-objects.ts';

type WireItem = Omit<Stripe.SubscriptionItem, 'price' | 'plan'> & { price: WirePrice; plan: Wire<Stripe.Plan> };
export type WireSubscription = Omit<Stripe.Subscription, 'items'> & { items: WireList<WireItem> };

/** Since 2025-03-31.basil, periods are on the items rather than on the subscription. */
export function toSubscription(
  subscription: Subscription,
  expanded: { discounts?: boolean; coupons?: boolean } = {},
): WireSubscription {
  return {
    id: subscription.id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: subscription.hasAutomaticTax, liability: null },
    billing_cycle_anchor: toSeconds(subscription.periodStart),
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: null },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: toSecondsOrNull(subscription.cancelAt),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: toSecondsOrNull(subscription.canceledAt),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: toSeconds(subscription.created),
    currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: subscription.discounts.map((discount) =>
      expanded.discounts ? toDiscount(subscription, discount, expanded.coupons) : discount.id,
    ),
    ended_at: toSecondsOrNull(subscription.endedAt),
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: toList(`/v1/subscription_items?subscription=${subscription.id}`, [toItem(subscription)]),
    latest_invoice: `in_${subscription.id.slice(4)}`,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: subscription.isPaused ? { behavior: 'void', resumes_at: null } : null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: toSeconds(subscription.created),
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  };
}

function toItem(subscription: Subscription): WireItem {
  const price = requirePrice(subscription.price);
  return {
    id: `si_${subscription.id.slice(4)}`,
    object: 'subscription_item',
    billing_thresholds: null,
    created: toSeconds(subscription.created),
    current_period_start: toSeconds(subscription.periodStart),
    current_period_end: toSeconds(subscription.periodEnd),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: toPlan(price),
    price: toPrice(price),
    quantity: 1,
    subscription: subscription.id,
    tax_rates: [],
  };
}

function toDiscount({ id, customer }: Subscription, discount: Discount, isExpanded = false): Stripe.Discount {
  return {
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { type: 'coupon', coupon: isExpanded ? toCoupon(discount) : `co_${discount.id}` },
    start: toSeconds(discount.start),
    subscription: id,
    subscription_item: null,
  };
}

function toCoupon({ id, percentOff, amountOff, duration }: Discount): Stripe.Coupon {
  return {
    id: `co_${id}`,
    object: 'coupon',
    amount_off: amountOff,
    created: openedAt,
    currency: amountOff === null ? null : currency,
    duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: percentOff,
    redeem_by: null,
    times_redeemed: 1,
    valid: true,
  };
}
