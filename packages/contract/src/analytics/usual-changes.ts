import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AccountRange } from './breakdowns.ts';
import type { OverviewMetricName } from './metric-catalogue.ts';

/** Overview metrics that have a change. */
export const overviewMetrics = [
  'followers',
  'views',
  'reach',
  'total_interactions',
  'engagement-rate',
  'conversion-rate',
  'virality-score',
  'engaged-audience',
  'post-activity',
] as const satisfies readonly OverviewMetricName[];
export const OverviewMetric = z.enum(overviewMetrics);
export type OverviewMetric = z.infer<typeof OverviewMetric>;

/** Typical changes of each metric, to tell which changes are unusual. People are summed by day. */
export const UsualChanges = z.object({
  /** Complete periods of the same length before the range, at most 26. */
  periods: z.number().int(),
  /**
   * Median size of the change between neighbouring periods: a rise in percent, or the rise that would undo a fall. Null
   * for fewer than four changes.
   */
  medians: z.record(OverviewMetric, z.number().nullable()),
  /**
   * Limit below which a change is usual: each change in `headlineMetrics` is divided by its median, and a period's
   * largest exceeds this limit in one of ten periods. Null for fewer than four periods with changes.
   */
  limit: z.number().nullable(),
});
export type UsualChanges = z.infer<typeof UsualChanges>;

export const getUsualChanges = endpoint({
  method: 'POST',
  path: '/metrics/account/usual-changes',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns how much each metric usually changes between periods of the range’s length',
  body: AccountRange,
  response: UsualChanges,
  failures: ['account_not_found'],
});
