import type { Price } from '@tidemark/contract';
import { z } from 'zod';

/** A subscription as the provider has it now. */
export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: string;
  priceId: string | null;
  productId: string | null;
  /** Null when it is not one of ours: each week, or by use. */
  price: Price | null;
  /** What the checkout was for, in our words. */
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
  // Until 2025-03-31.basil the period stood here, since then on the items.
  current_period_end: secondsOrNull,
  items: z.object({
    data: z.array(z.object({ current_period_end: secondsOrNull, price: PriceReply })),
  }),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** Two styles of ending later are told apart by nobody but the provider: a date, or "at the end of the period". */
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
