import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { listNames } from '../map-names.ts';
import { Approximation, Change, Comparison, exactness } from './approximation.ts';
import { cardCatalogue } from './metric-catalogue.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange } from './period.ts';

/** Counting posts needs no insights, so it has a call of its own. */
export const cardMetrics = listNames(cardCatalogue).filter((name) => name !== 'post-activity');
export const CardMetric = z.enum(cardMetrics);
export type CardMetric = z.infer<typeof CardMetric>;

export const MetricCard = z.object({
  /** If approximate, the best estimate between the bounds in `approx`. */
  current: z.number(),
  /** Value over the comparison period's compared days; null without a comparison. */
  previous: z.number().nullable(),
  /**
   * Change over both periods' compared days. Equals `current - previous` unless the range ends with unfinished days, or
   * only the previous value is exact: the change then compares sums of daily values.
   */
  ...Change.shape,
  /** Reasons and bounds if `previous` is approximate; null if it is exact or missing. */
  previousApprox: Approximation.nullable(),
  /** Exact only if every number behind `current` and `previous` is exact and complete. Bounds refer to `current`. */
  ...exactness,
  comparison: Comparison,
  /**
   * The metric per day in the current period, for the card's bars; null if nothing is stored. `isClosed` is false for a
   * day that Instagram was still counting.
   */
  series: z.array(z.object({ date: z.iso.date(), value: z.number().nullable(), isClosed: z.boolean() })),
});
export type MetricCard = z.infer<typeof MetricCard>;

export const getMetricCard = endpoint({
  method: 'POST',
  path: '/metrics/account/insight/:metric',
  evidence: '/metrics/account/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns a metric for a period, compared with the period from `pStart` to `pEnd` if given',
  params: z.strictObject({ metric: CardMetric }),
  body: z
    .strictObject({ cStart: Instant, cEnd: Instant, ...comparisonPeriod, accountIds: AccountIds })
    .superRefine(orderedRange('cStart', 'cEnd'))
    .superRefine(orderedComparison),
  response: MetricCard,
  failures: ['account_not_found'],
});
