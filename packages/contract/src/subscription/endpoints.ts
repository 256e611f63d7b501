import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const subscriptionStatuses = ['free', 'active', 'canceled'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Who gives a plan: an operator by hand, or the payment provider. */
export const SubscriptionSource = z.enum(['operator', 'stripe']);
export type SubscriptionSource = z.infer<typeof SubscriptionSource>;

export const PriceInterval = z.enum(['month', 'year']);
export type PriceInterval = z.infer<typeof PriceInterval>;

/** What is paid, in the smallest unit of the currency. */
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
  roadmapAccess: RoadmapAccess,
  /** Null: cannot be bought. */
  price: Price.nullable(),
});
export type Plan = z.infer<typeof Plan>;

export const listPlans = endpoint({
  method: 'GET',
  path: '/plans',
  access: 'user',
  summary: 'The plans there are',
  response: z.object({ plans: z.array(Plan) }),
  failures: [],
});

/** What the caller pays for, or was given. */
export const OwnSubscription = z.object({
  plan: z.string(),
  status: SubscriptionStatus,
  /** Null on the free plan, which nobody gives. */
  source: SubscriptionSource.nullable(),
  /** The last payment failed; access goes on while the provider tries again. */
  pastDue: z.boolean(),
  currentPeriodEnd: z.iso.datetime().nullable(),
  cancelAt: z.iso.datetime().nullable(),
  /** What is paid now, which may be another price than the plan is sold for. */
  price: Price.nullable(),
  /** False: plans are given by operators only. */
  canPay: z.boolean(),
  /** Whether there is something to manage in the payment portal. */
  hasPortal: z.boolean(),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription',
  access: 'user',
  summary: 'The plan the caller has, who gave it, and what can be done with it',
  response: OwnSubscription,
  failures: [],
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/subscription/checkout',
  access: 'user',
  summary: 'Where the caller pays for a plan; refused while they have a subscription, which the portal changes',
  body: z.strictObject({ plan: z.string().min(1).max(64) }),
  response: z.object({ url: z.string() }),
  failures: ['payments_off', 'plan_not_found', 'plan_not_for_sale', 'subscription_exists', 'payment_unavailable'],
});

export const openPaymentPortal = endpoint({
  method: 'GET',
  path: '/subscription/portal',
  access: 'user',
  summary:
    'Where the caller manages, cancels or renews what they pay for; a plan that an operator gave is paid nowhere',
  query: z.strictObject({ returnUrl: z.string().min(1).max(500) }),
  response: z.object({ url: z.string() }),
  failures: ['no_payment_portal', 'payment_unavailable'],
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/subscription/refresh',
  access: 'user',
  summary: 'Reads the caller’s subscription again at the payment provider, as after a visit there',
  body: z.strictObject({}).nullish(),
  response: OwnSubscription,
  failures: ['payment_unavailable'],
});

export const setSubscription = endpoint({
  method: 'PUT',
  path: '/admin/users/:userId/subscription',
  access: 'system-admin',
  summary: 'Gives a user a plan by hand, for people who do not pay through the portal',
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
