import { z } from 'zod';
import { Plan, Price } from './endpoints.ts';

/** A price defined at the payment provider, with its product. */
export const ProviderPrice = z.object({ id: z.string(), productId: z.string(), productName: z.string(), price: Price });
export type ProviderPrice = z.infer<typeof ProviderPrice>;

export const PricedPlan = Plan.extend({
  priceId: z.string().nullable(),
  /** Users on this plan; `paying` counts those who pay for it. */
  people: z.number().int(),
  paying: z.number().int(),
});
export type PricedPlan = z.infer<typeof PricedPlan>;

export const StripeState = z.object({
  /** Null without an API key, when operators assign the plans. */
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
  /** Customers at the provider; `unread` counts those whose last sync failed. */
  customers: z.object({ total: z.number().int(), unread: z.number().int() }),
  plans: z.array(PricedPlan),
  /** Null if the provider did not respond. */
  prices: z.array(ProviderPrice).nullable(),
});
export type StripeState = z.infer<typeof StripeState>;
