import { z } from 'zod';
import { AccountIds } from '../accounts/account.ts';
import { listDays } from '../calendar-day.ts';
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
});
export type Timeseries = z.infer<typeof Timeseries>;

/** Media type of a timeseries in columns, a tenth of the bytes; sent instead of the rows to requests that accept it. */
export const columnsType = 'application/vnd.tidemark.columns+json';

export interface DayColumns {
  first: string;
  last: string;
  /** A value per day; `open` are the places of days that Instagram was still counting. */
  perAccount: Record<string, { values: (number | null)[]; open: number[] }>;
}

export interface TimeseriesColumns {
  columns: DayColumns;
  /** Null without a comparison period. */
  previous: DayColumns | null;
}

/** Returns the documented shape of either answer. */
export function toTimeseries(answer: Timeseries | TimeseriesColumns): Timeseries {
  if (!('columns' in answer)) return answer;
  const { columns, previous } = answer;
  return { perAccount: toDays(columns), previousPerAccount: previous && toDays(previous) };
}

export function toDays({ first, last, perAccount }: DayColumns): Timeseries['perAccount'] {
  const dates = listDays(first, last);
  return Object.fromEntries(
    Object.entries(perAccount).map(([accountId, { values, open }]) => {
      const days = dates.map((date, place) => ({ date, value: values[place] ?? null, isClosed: true }));
      for (const place of open) if (days[place]) days[place].isClosed = false;
      return [accountId, days];
    }),
  );
}

export const getTimeseries = endpoint({
  method: 'POST',
  path: '/metrics/account/timeseries/:metric',
  access: 'user',
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
