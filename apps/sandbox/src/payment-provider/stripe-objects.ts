import type Stripe from 'stripe';
import type { Customer } from './books.ts';
import { currency, type SandboxPrice } from './price-list.ts';

/**
 * An object as Stripe sends it: with every property that the types of its SDK require, which are generated from its API
 * description. The SDK converts decimals from strings.
 */
export type Wire<Described> = {
  [Property in keyof Described]: NonNullable<Described[Property]> extends Stripe.Decimal
    ? string | Extract<Described[Property], null>
    : Described[Property];
};

export type WirePrice = Wire<Omit<Stripe.Price, 'product'>> & { product: string | Stripe.Product };

export interface WireList<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  url: string;
}

/** Time at which the sandbox's business was set up. */
export const openedAt = Date.UTC(2024, 0, 1) / 1000;

export const toSeconds = (instant: number) => Math.floor(instant / 1000);
export const toSecondsOrNull = (instant: number | null) => (instant === null ? null : toSeconds(instant));

export function toCustomer({
  id,
  name,
  email,
  metadata,
  created,
  deleted,
}: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  if (deleted) return { id, object: 'customer', deleted: true };
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: toSeconds(created),
    default_source: null,
    description: null,
    email,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    shipping: null,
  };
}

export function toProduct({ product, productName }: SandboxPrice): Stripe.Product {
  return {
    id: product,
    object: 'product',
    active: true,
    created: openedAt,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: productName,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: openedAt,
    url: null,
  };
}

export function toPrice(price: SandboxPrice, isExpanded = false): WirePrice {
  return {
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: openedAt,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: isExpanded ? toProduct(price) : price.product,
    recurring: {
      interval: price.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.amount,
    unit_amount_decimal: String(price.amount),
  };
}

/** Returns a price's older form, which subscription items still have. */
export function toPlan(price: SandboxPrice): Wire<Stripe.Plan> {
  return {
    id: price.id,
    object: 'plan',
    active: true,
    amount: price.amount,
    amount_decimal: String(price.amount),
    billing_scheme: 'per_unit',
    created: openedAt,
    currency,
    interval: price.interval,
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function toList<Item>(url: string, data: Item[], hasMore = false): WireList<Item> {
  return { object: 'list', data, has_more: hasMore, url };
}
