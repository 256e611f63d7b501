import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const subscriptionStatuses = ['free', 'active', 'canceled'] as const;
export const SubscriptionStatus = z.enum(subscriptionStatuses);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const AccountLimits = z.object({ unlimited: z.boolean(), total: z.number().int() });
export const RoadmapAccess = z.object({ view: z.boolean(), add: z.boolean() });

export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  accountLimits: AccountLimits,
  roadmapAccess: RoadmapAccess,
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

export const openPaymentPortal = endpoint({
  method: 'GET',
  path: '/subscription/portal',
  access: 'user',
  summary: 'Where the caller manages or cancels what they pay for; a plan that an operator gave is paid nowhere',
  query: z.strictObject({ returnUrl: z.url({ protocol: /^https?$/ }).max(500) }),
  response: z.object({ url: z.string() }),
  failures: ['no_payment_portal'],
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
