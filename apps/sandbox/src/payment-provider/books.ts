import { z } from 'zod';

const Instant = z.number();
const Metadata = z.record(z.string(), z.string());

const Customer = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  metadata: Metadata,
  created: Instant,
  deleted: z.boolean(),
  /** Whether the next payment will succeed. */
  cardWorks: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

const Subscription = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['active', 'past_due', 'canceled']),
  created: Instant,
  periodStart: Instant,
  periodEnd: Instant,
  cancelAt: Instant.nullable(),
  cancelAtPeriodEnd: z.boolean(),
  canceledAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  metadata: Metadata,
  /** When the payment became overdue, and how often it was retried. */
  overdueSince: Instant.nullable(),
  retries: z.number(),
});
export type Subscription = z.infer<typeof Subscription>;

const Checkout = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  metadata: Metadata,
  created: Instant,
  expiresAt: Instant,
});
export type Checkout = z.infer<typeof Checkout>;

/** The complete state of the Stripe stand-in. Instants are milliseconds of the sandbox's clock. */
export const Books = z.object({
  customers: z.record(z.string(), Customer),
  subscriptions: z.record(z.string(), Subscription),
  checkouts: z.record(z.string(), Checkout),
});
export type Books = z.infer<typeof Books>;

export const emptyBooks = (): Books => ({ customers: {}, subscriptions: {}, checkouts: {} });
