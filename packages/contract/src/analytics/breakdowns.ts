import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Instant, orderedRange } from './period.ts';

export const accountMetrics = ['views', 'reach', 'total_interactions'] as const;
export const AccountMetric = z.enum(accountMetrics);
export type AccountMetric = z.infer<typeof AccountMetric>;

export const AccountRange = z
  .strictObject({ startDate: Instant, endDate: Instant, accountIds: AccountIds })
  .superRefine(orderedRange('startDate', 'endDate'));

/** `dimensionValues` of a result are aligned to `dimensionKeys`. */
export const BreakdownTable = z.object({
  dimensionKeys: z.array(z.enum(['media_product_type', 'follow_type', 'interaction_type'])),
  results: z.array(z.object({ value: z.number(), dimensionValues: z.array(z.string()) })),
  /** People counted once a day add up to more than people: true for parts of reach over more than a day. */
  isApprox: z.boolean(),
});

/**
 * One table a dimension: `breakdowns[0]` by surface (`media_product_type`), `breakdowns[1]` by `follow_type`, or for
 * interactions by `interaction_type`. Instagram does not tell the two crossed.
 */
export const Breakdown = z.object({
  value: z.number(),
  isApprox: z.boolean(),
  breakdowns: z.array(BreakdownTable),
});
export type Breakdown = z.infer<typeof Breakdown>;

export const getBreakdown = endpoint({
  method: 'POST',
  path: '/metrics/breakdown/:metric',
  access: 'user',
  summary: 'A metric over a range, and what it is made of',
  params: z.strictObject({ metric: AccountMetric }),
  body: AccountRange,
  response: Breakdown,
  failures: ['account_not_found'],
});
