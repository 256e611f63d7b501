import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { Instant, orderedRange } from './period.ts';

export const cardMetrics = [
  'conversion-rate',
  'virality-score',
  'engaged-audience',
  'engagement-rate',
  'follower-growth-rate',
  'followers',
] as const;
export const CardMetric = z.enum(cardMetrics);
export type CardMetric = z.infer<typeof CardMetric>;

export const MetricCard = z.object({
  current: z.number(),
  previous: z.number(),
  percentChange: z.number(),
  change: z.number(),
  /** False only when every number behind it is exact and complete. */
  isApprox: z.boolean(),
  /** The metric day by day over the current period, null where nothing is stored; for the bars behind the card. */
  series: z.array(z.object({ date: z.iso.date(), value: z.number().nullable() })),
});
export type MetricCard = z.infer<typeof MetricCard>;

export const getMetricCard = endpoint({
  method: 'POST',
  path: '/metrics/account/insight/:metric',
  access: 'user',
  summary: 'One figure of the small cards, compared with the period before',
  params: z.strictObject({ metric: CardMetric }),
  body: z
    .strictObject({ cStart: Instant, cEnd: Instant, pStart: Instant, pEnd: Instant, accountIds: AccountIds })
    .superRefine(orderedRange('cStart', 'cEnd'))
    .superRefine(orderedRange('pStart', 'pEnd')),
  response: MetricCard,
  failures: ['account_not_found'],
});
