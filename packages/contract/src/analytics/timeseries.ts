import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { AccountMetric } from './breakdowns.ts';
import { comparisonPeriod, Instant, orderedComparison, orderedRange } from './period.ts';

const DaysByAccount = z.record(
  z.string(),
  z.array(z.object({ date: z.iso.date(), value: z.number().nullable(), isClosed: z.boolean() })),
);

/**
 * Every day in the range for every requested account; null for days that were never fetched. `isClosed` is false for a
 * day that Instagram was still counting at the time.
 */
export const Timeseries = z.object({
  perAccount: DaysByAccount,
  /** Days in the comparison period; null if the request has none. */
  previousPerAccount: DaysByAccount.nullable(),
  /**
   * What is usual for each day of all accounts together: the middle four fifths of its weekday in the twelve weeks before
   * the range; null if fewer than eight are known. Only for at most eight accounts and 31 days.
   */
  usual: z.array(z.object({ low: z.number(), high: z.number() }).nullable()).nullable(),
});
export type Timeseries = z.infer<typeof Timeseries>;

/** Media type of a timeseries in columns, a tenth of the bytes; sent instead of the rows to requests that accept it. */
export const columnsType = 'application/vnd.tidemark.columns+json';

export const getTimeseries = endpoint({
  method: 'POST',
  path: '/metrics/account/timeseries/:metric',
  evidence: '/metrics/account/evidence/:metric',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'heavyRead',
  summary: 'Returns a metric by day for each account',
  params: z.strictObject({ metric: AccountMetric }),
  body: z
    .strictObject({ startDate: Instant, endDate: Instant, ...comparisonPeriod, accountIds: AccountIds })
    .superRefine(orderedRange('startDate', 'endDate'))
    .superRefine(orderedComparison),
  response: Timeseries,
  failures: ['account_not_found'],
});
