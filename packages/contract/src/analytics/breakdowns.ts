import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { exactness } from './approximation.ts';
import { Instant, orderedRange } from './period.ts';

export const accountMetrics = ['views', 'reach', 'total_interactions'] as const;
export const AccountMetric = z.enum(accountMetrics);
export type AccountMetric = z.infer<typeof AccountMetric>;

export const AccountRange = z
  .strictObject({ startDate: Instant, endDate: Instant, accountIds: AccountIds })
  .superRefine(orderedRange('startDate', 'endDate'));

const Dimension = z.enum(['media_product_type', 'follow_type', 'interaction_type']);

/** Each result's `dimensionValues` correspond to `dimensionKeys`. */
export const BreakdownTable = z.object({
  dimensionKeys: z.array(Dimension),
  results: z.array(z.object({ value: z.number(), dimensionValues: z.array(z.string()) })),
  /**
   * Daily unique people add up to more than the range's people, so parts of reach over several days are approximate.
   */
  ...exactness,
});

/**
 * One table per dimension: `breakdowns[0]` by surface (`media_product_type`), `breakdowns[1]` by `follow_type`, or for
 * interactions by `interaction_type`, unless the request names another table to come first. Instagram does not report
 * combinations. The parts in a table add up to the value, except for reach by surface or over several days, whose parts
 * are added up by day. Anything Instagram does not attribute is a separate part: `UNKNOWN` for a `follow_type` or
 * surface, `OTHER` (replies, reposts, advertising) for an `interaction_type`. Surfaces: POST, REEL, CAROUSEL_CONTAINER,
 * STORY, AD, UNKNOWN.
 */
export const Breakdown = z.object({
  value: z.number(),
  ...exactness,
  breakdowns: z.array(BreakdownTable),
});
export type Breakdown = z.infer<typeof Breakdown>;

export const getBreakdown = endpoint({
  method: 'POST',
  path: '/metrics/breakdown/:metric',
  evidence: '/metrics/account/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns a metric over a range with its breakdowns',
  params: z.strictObject({ metric: AccountMetric }),
  body: AccountRange.safeExtend({
    /** The table to return as `breakdowns[0]`, if the metric has it. */
    dimension: Dimension.optional(),
  }),
  response: Breakdown,
  failures: ['account_not_found'],
});
