import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { AccountLimits, Plan, RoadmapAccess } from '../subscription/endpoints.ts';
import { StripeState } from '../subscription/stripe-state.ts';

/** Each peer costs one request a day. */
export const maxPeerLimit = 500;

export const getStripeState = endpoint({
  method: 'GET',
  path: '/admin/stripe',
  access: 'system-admin',
  cost: 'external',
  summary: 'Returns the payment settings (secrets masked), webhook status and plan prices',
  response: StripeState,
  failures: [],
});

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/admin/plans/:id',
  access: 'system-admin',
  recentSignIn: true,
  cost: 'external',
  summary: 'Updates a plan’s name, limits, features and price',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    name: enteredText(60).min(1),
    accountLimits: AccountLimits.extend({ total: z.number().int().min(0).max(100_000) }).strict(),
    /** Unchanged if omitted. */
    peerLimit: z.int().min(0).max(maxPeerLimit).optional(),
    roadmapAccess: RoadmapAccess.strict(),
    priceId: z.string().min(1).max(255).nullable(),
  }),
  response: z.object({ success: z.literal(true), plan: Plan }),
  failures: [
    'plan_not_found',
    'plan_not_for_sale',
    'payments_off',
    'price_not_found',
    'price_taken',
    'payment_unavailable',
  ],
});

export const StripeCheck = z.object({
  name: z.enum(['key', 'prices', 'portal', 'webhook']),
  passed: z.boolean(),
  message: z.string(),
});
export type StripeCheck = z.infer<typeof StripeCheck>;

export const testStripe = endpoint({
  method: 'POST',
  path: '/admin/stripe/test',
  access: 'system-admin',
  cost: 'external',
  summary: 'Tests the payment provider: API key, prices and customer portal',
  response: z.object({ passed: z.boolean(), milliseconds: z.number().int(), checks: z.array(StripeCheck) }),
  failures: ['payments_off'],
});
