import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const subscriptionStatuses = ['free', 'active', 'canceled'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A plan's origin: an operator, or the payment provider. */
export const SubscriptionSource = z.enum(['operator', 'stripe']);
export type SubscriptionSource = z.infer<typeof SubscriptionSource>;

export const PriceInterval = z.enum(['month', 'year']);
export type PriceInterval = z.infer<typeof PriceInterval>;

/** A price in the currency's smallest unit. */
export const Price = z.object({
  amount: z.number().int().min(0),
  currency: z.string().length(3),
  interval: PriceInterval,
});
export type Price = z.infer<typeof Price>;

export const AccountLimits = z.object({ unlimited: z.boolean(), total: z.number().int() });
export const RoadmapAccess = z.object({ view: z.boolean(), add: z.boolean() });

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  accountLimits: AccountLimits,
  /** Peers across all linked accounts. */
  peerLimit: z.int(),
  roadmapAccess: RoadmapAccess,
  /** Null if it cannot be bought. */
  price: Price.nullable(),
});
export type Plan = z.infer<typeof Plan>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the plans',
  response: z.object({ plans: z.array(Plan) }),
  failures: [],
});

/** The caller's subscription, paid or assigned. */
export const OwnSubscription = z.object({
  plan: z.string(),
  status: SubscriptionStatus,
  /** Null on the free plan, which is never assigned. */
  source: SubscriptionSource.nullable(),
  /** True if the last payment failed; access continues while the provider retries. */
  pastDue: z.boolean(),
  currentPeriodEnd: z.iso.datetime().nullable(),
  cancelAt: z.iso.datetime().nullable(),
  /** The current price, which may differ from the plan's list price. */
  price: Price.nullable(),
  /** False if only operators assign plans. */
  canPay: z.boolean(),
  /** True if the provider may add taxes to the prices at checkout. */
  mayAddTax: z.boolean(),
  /** True if there is a subscription to manage in the payment portal. */
  hasPortal: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Returns the caller’s subscription, its source and the available actions',
  response: OwnSubscription,
  failures: [],
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/subscription/checkout',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['checkout'],
  summary: 'Returns a plan’s checkout page; fails if the caller has a subscription, which can be changed in the portal',
  body: z.strictObject({ plan: z.string().min(1).max(64) }),
  response: z.object({ url: z.string() }),
  failures: ['payments_off', 'plan_not_found', 'plan_not_for_sale', 'subscription_exists', 'payment_unavailable'],
});

export const openPaymentPortal = endpoint({
  method: 'GET',
  path: '/subscription/portal',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['paymentPortal'],
  summary:
    'Returns the payment portal page for managing, canceling or renewing; not available for plans assigned by an operator',
  query: z.strictObject({ returnUrl: z.string().min(1).max(500) }),
  response: z.object({ url: z.string() }),
  failures: ['no_payment_portal', 'payment_unavailable'],
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refresh',
  access: 'user',
  member: 'person',
  cost: 'external',
  limits: ['paymentRefresh'],
  summary: 'Syncs the caller’s subscription with the payment provider, for example after a visit there',
  body: z.strictObject({}).nullish(),
  response: OwnSubscription,
  failures: ['payment_unavailable'],
});

export const setSubscription = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/subscription',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'write',
  summary: 'Assigns a plan to a user who does not pay through the portal',
  params: z.strictObject({ userId: z.uuid() }),
  body: z.strictObject({
    plan: z.string().min(1).max(64),
    status: SubscriptionStatus,
    currentPeriodEnd: z.iso.datetime().nullable(),
    cancelAt: z.iso.datetime().nullable(),
  }),
  response: z.object({ success: z.literal(true) }),
  failures: ['user_not_found', 'plan_not_found'],
});
