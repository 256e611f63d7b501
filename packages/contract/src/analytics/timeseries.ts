import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AccountMetric, AccountRange } from './breakdowns.ts';

/**
 * Every day of the range for every requested account; null for days that were never fetched. `isClosed` is false for a
 * day that Instagram was still counting at the time.
 */
export const Timeseries = z.object({
  perAccount: z.record(
    z.string(),
    z.array(z.object({ date: z.iso.date(), value: z.number().nullable(), isClosed: z.boolean() })),
  ),
});
export type Timeseries = z.infer<typeof Timeseries>;

export const getTimeseries = endpoint({
  method: 'POST',
  path: '/metrics/account/timeseries/:metric',
  access: 'user',
  cost: 'heavyRead',
  summary: 'Returns a metric by day for each account',
  params: z.strictObject({ metric: AccountMetric }),
  body: AccountRange,
  response: Timeseries,
  failures: ['account_not_found'],
});
