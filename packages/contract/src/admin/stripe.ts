import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AccountLimits, Plan, Price, RoadmapAccess } from '../subscription/endpoints.ts';

/** A price that the payment provider has, with the product it is for. */
export const ProviderPrice = z.object({ id: z.string(), productId: z.string(), productName: z.string(), price: Price });
export type ProviderPrice = z.infer<typeof ProviderPrice>;

export const PricedPlan = Plan.extend({
  priceId: z.string().nullable(),
  /** How many people have it, and how many of them pay for it. */
  people: z.number().int(),
  paying: z.number().int(),
});
export type PricedPlan = z.infer<typeof PricedPlan>;

export const StripeState = z.object({
  /** Null: no key is set, operators give the plans. */
  connection: z
    .object({
      secretKey: z.string(),
      webhookSecret: z.string().nullable(),
      mode: z.enum(['test', 'live']),
      apiVersion: z.string(),
      baseUrl: z.string(),
    })
    .nullable(),
  webhook: z.object({
    address: z.string(),
    events: z.array(z.string()),
    lastEvent: z.object({ type: z.string(), receivedAt: z.iso.datetime() }).nullable(),
    receivedToday: z.number().int(),
    waiting: z.number().int(),
    failing: z.number().int(),
    lastProblem: z.string().nullable(),
  }),
  /** People at the provider, and those whose state could not be read when it was due. */
  customers: z.object({ total: z.number().int(), unread: z.number().int() }),
  plans: z.array(PricedPlan),
  /** Null: the provider did not answer. */
  prices: z.array(ProviderPrice).nullable(),
});
export type StripeState = z.infer<typeof StripeState>;

export const getStripeState = endpoint({
  method: 'GET',
  path: '/admin/stripe',
  access: 'system-admin',
  summary: 'How payments are set up, with secrets masked, how events arrive, and which price each plan has',
  response: StripeState,
  failures: [],
});

export const updatePlan = endpoint({
  method: 'PUT',
  path: '/admin/plans/:id',
  access: 'system-admin',
  summary: 'Changes what a plan is called, what it opens, and the price it is sold for',
  params: z.strictObject({ id: z.string().min(1).max(64) }),
  body: z.strictObject({
    name: z.string().trim().min(1).max(60),
    accountLimits: AccountLimits.extend({ total: z.number().int().min(0).max(100_000) }).strict(),
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
  summary: 'Asks the payment provider now: does it take the key, has it prices, is its portal set up',
  response: z.object({ passed: z.boolean(), milliseconds: z.number().int(), checks: z.array(StripeCheck) }),
  failures: ['payments_off'],
});
