import type { Price } from '@tidemark/contract';
import { z } from 'zod';

/** The provider's current state of a subscription. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: string;
  priceId: string | null;
  productId: string | null;
  /** Null for a price that a plan cannot use, such as weekly or metered. */
  price: Price | null;
  /** The plan ID that we stored with the checkout. */
  planId: string | null;
  currentPeriodEnd: Date | null;
  cancelAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
}

const seconds = z.number().transform((value) => new Date(value * 1000));
const secondsOrNull = seconds.nullish().transform((value) => value ?? null);

const PriceReply = z.object({
  id: z.string(),
  product: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).optional(),
  currency: z.string().optional(),
  unit_amount: z.number().int().nullish(),
  recurring: z.object({ interval: z.string() }).nullish(),
});

const Reply = z.object({
  id: z.string(),
  customer: z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]),
  status: z.string(),
  created: seconds,
  cancel_at: secondsOrNull,
  cancel_at_period_end: z.boolean().default(false),
  ended_at: secondsOrNull,
  // On the subscription until 2025-03-31.basil, since then on its items.
  current_period_end: secondsOrNull,
  items: z.object({
    data: z.array(z.object({ current_period_end: secondsOrNull, price: PriceReply })),
  }),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** Only the provider distinguishes two ways of ending later: a date, or "at the end of the period". */
export function toProviderSubscription(reply: unknown): ProviderSubscription {
  const subscription = Reply.parse(reply);
  const [item] = subscription.items.data;
  const currentPeriodEnd = item?.current_period_end ?? subscription.current_period_end;
  return {
    id: subscription.id,
    customerId: subscription.customer,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    productId: item?.price.product ?? null,
    price: item ? toPrice(item.price) : null,
    planId: subscription.metadata['plan'] ?? null,
    currentPeriodEnd,
    cancelAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? currentPeriodEnd : null),
    endedAt: subscription.ended_at,
    createdAt: subscription.created,
  };
}

function toPrice({ currency, unit_amount: amount, recurring }: z.infer<typeof PriceReply>): Price | null {
  const interval = recurring?.interval;
  if (!currency || typeof amount !== 'number' || (interval !== 'month' && interval !== 'year')) return null;
  return { amount, currency, interval };
}
