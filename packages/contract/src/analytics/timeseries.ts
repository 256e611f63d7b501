import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { AccountMetric, AccountRange } from './breakdowns.ts';

/** Every day of the range for every account asked for; null where the day was never fetched. */
export const Timeseries = z.object({
  perAccount: z.record(z.string(), z.array(z.object({ date: z.iso.date(), value: z.number().nullable() }))),
});
export type Timeseries = z.infer<typeof Timeseries>;

export const getTimeseries = endpoint({
  method: 'POST',
  path: '/metrics/account/timeseries/:metric',
  access: 'user',
  summary: 'A metric day by day, account by account',
  params: z.strictObject({ metric: AccountMetric }),
  body: AccountRange,
  response: Timeseries,
  failures: ['account_not_found'],
});
