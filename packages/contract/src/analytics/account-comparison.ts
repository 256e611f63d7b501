import { z } from 'zod';
import { AccountId, AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { MetricCard } from './metric-cards.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange } from './period.ts';

export const comparedMetrics = [
  'followers',
  'views',
  'reach',
  'total_interactions',
  'engagement-rate',
  'engaged-audience',
  'conversion-rate',
  'virality-score',
] as const;
export const ComparedMetric = z.enum(comparedMetrics);
export type ComparedMetric = z.infer<typeof ComparedMetric>;

/** One account's metric card, without its daily series. */
export const ComparedValue = MetricCard.omit({ series: true });
export type ComparedValue = z.infer<typeof ComparedValue>;

export const ComparedAccount = z.object({
  accountId: AccountId,
  /** True if at least one day in the range is stored; otherwise all values are 0 and meaningless. */
  hasData: z.boolean(),
  /** False if followers are unknown on all days of the range; then their value is 0 and meaningless. */
  hasFollowers: z.boolean(),
  metrics: z.record(ComparedMetric, ComparedValue),
});
export type ComparedAccount = z.infer<typeof ComparedAccount>;

export const compareAccounts = endpoint({
  method: 'POST',
  path: '/metrics/account/compare',
  evidence: '/metrics/account/evidence/views',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns each account’s metrics over a range, compared over the same days',
  body: z
    .strictObject({ cStart: Instant, cEnd: Instant, ...comparisonPeriod, accountIds: AccountIds })
    .superRefine(orderedRange('cStart', 'cEnd'))
    .superRefine(orderedComparison),
  response: z.object({ accounts: z.array(ComparedAccount) }),
  failures: ['account_not_found'],
});
