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
  /** True if the next payment will succeed. */
  cardWorks: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

const Discount = z.object({
  id: z.string(),
  percentOff: z.number().nullable(),
  /** In the currency's smallest unit. */
  amountOff: z.number().nullable(),
  duration: z.enum(['once', 'forever', 'repeating']),
  start: Instant,
});
export type Discount = z.infer<typeof Discount>;

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
  /** Time at which the payment became overdue, and its number of retries. */
  overdueSince: Instant.nullable(),
  retries: z.number(),
  discounts: z.array(Discount).default([]),
  /** True while collection is paused: invoices are made and voided. */
  isPaused: z.boolean().default(false),
  hasAutomaticTax: z.boolean().default(false),
});
export type Subscription = z.infer<typeof Subscription>;

const CheckoutOptions = z.object({
  hasAutomaticTax: z.boolean(),
  collectsTaxIds: z.boolean(),
  takesPromotionCodes: z.boolean(),
  billingAddress: z.enum(['auto', 'required']),
});

const Checkout = z.object({
  id: z.string(),
  customer: z.string(),
  price: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  subscription: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string().nullable(),
  metadata: Metadata,
  options: CheckoutOptions.default({
    hasAutomaticTax: false,
    collectsTaxIds: false,
    takesPromotionCodes: false,
    billingAddress: 'auto',
  }),
  created: Instant,
  expiresAt: Instant,
});
export type Checkout = z.infer<typeof Checkout>;

/** The Stripe stand-in's complete state. Instants are milliseconds on the sandbox's clock. */
export const Books = z.object({
  customers: z.record(z.string(), Customer),
  subscriptions: z.record(z.string(), Subscription),
  checkouts: z.record(z.string(), Checkout),
});
export type Books = z.infer<typeof Books>;

export const emptyBooks = (): Books => ({ customers: {}, subscriptions: {}, checkouts: {} });
