import type { Price } from '@tidemark/contract';
import { z } from 'zod';
import { toRevenue, type BilledItem, type Reduction } from './subscription-revenue.ts';

/** The provider's current state of a subscription. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: string;
  /** Uses the provider's order, which it does not promise: an add-on may precede the plan. */
  items: SubscriptionItem[];
  /**
   * Revenue from all items after discounts, converted to a month unless all are billed every month or every year; null
   * while nothing is collected (trial, paused) and without a fixed price.
   */
  revenue: Price | null;
  /** The plan ID that we stored with the checkout. */
  planId: string | null;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

export interface SubscriptionItem {
  priceId: string;
  productId: string | null;
}

const seconds = z.number().transform((value) => new Date(value * 1000));
const secondsOrNull = seconds.nullish().transform((value) => value ?? null);

const PriceReply = z.object({
  id: z.string(),
  product: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).optional(),
  currency: z.string().optional(),
  unit_amount: z.number().int().nullish(),
  recurring: z.object({ interval: z.string(), interval_count: z.number().int().min(1).default(1) }).nullish(),
});

const Coupon = z.object({
  duration: z.string(),
  percent_off: z.number().nullish(),
  amount_off: z.number().nullish(),
  currency: z.string().nullish(),
});

/** Expand this to learn the discounts' coupons. */
export const subscriptionExpansion = 'discounts.source.coupon';

const Reply = z.object({
  id: z.string(),
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
  status: z.string(),
  created: seconds,
  cancel_at: secondsOrNull,
  cancel_at_period_end: z.boolean().default(false),
  ended_at: secondsOrNull,
  // The subscription has it until 2025-03-31.basil, since then its items do.
  current_period_end: secondsOrNull,
  items: z.object({
    data: z.array(
      z.object({ current_period_end: secondsOrNull, price: PriceReply, quantity: z.number().int().nullish() }),
    ),
  }),
  pause_collection: z.object({}).nullish(),
  discounts: z
    .array(z.union([z.string(), z.object({ source: z.object({ coupon: z.union([z.string(), Coupon]).nullable() }) })]))
    .nullish()
    .transform((value) => value ?? []),
  metadata: z
    .record(z.string(), z.string())
    .nullish()
    .transform((value) => value ?? {}),
});

/**
 * Parses the provider's reply. Only the provider distinguishes two kinds of later end: a date, or "at the end of the
 * period".
 */
export function toProviderSubscription(reply: unknown): ProviderSubscription {
  const subscription = Reply.parse(reply);
  const [item] = subscription.items.data;
  const currentPeriodEnd = item?.current_period_end ?? subscription.current_period_end;
  return {
    id: subscription.id,
    customerId: subscription.customer,
    status: subscription.status,
    items: subscription.items.data.map(({ price }) => ({ priceId: price.id, productId: price.product ?? null })),
    revenue: readRevenue(subscription),
    planId: subscription.metadata['plan'] ?? null,
    currentPeriodEnd,
    cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? currentPeriodEnd : null),
    endedAt: subscription.ended_at,
    createdAt: subscription.created,
  };
}

type Subscription = z.infer<typeof Reply>;

function readRevenue({ status, pause_collection: pause, items: { data }, discounts }: Subscription): Price | null {
  if (status === 'trialing' || pause) return null;
  return toRevenue(
    data.flatMap((item) => toBilledItem(item) ?? []),
    discounts.flatMap((discount) => toReduction(typeof discount === 'string' ? null : discount.source.coupon) ?? []),
  );
}

/** Returns null without a fixed price per month or year, such as a metered or a weekly one. */
function toBilledItem({
  price: { currency, unit_amount: unit, recurring },
  quantity,
}: Subscription['items']['data'][number]): BilledItem | null {
  if (!currency || typeof unit !== 'number' || !recurring) return null;
  const { interval, interval_count: count } = recurring;
  if (interval !== 'month' && interval !== 'year') return null;
  return { amount: unit * (quantity ?? 1), currency, months: interval === 'year' ? 12 * count : count };
}

/** Returns null for a coupon that reduces only one invoice, and for one that was not expanded. */
function toReduction(coupon: z.infer<typeof Coupon> | string | null): Reduction | null {
  if (!coupon || typeof coupon === 'string' || coupon.duration === 'once') return null;
  if (coupon.percent_off) return { percent: coupon.percent_off };
  return coupon.amount_off && coupon.currency ? { amount: coupon.amount_off, currency: coupon.currency } : null;
}
