import { listDays } from '../calendar-day.ts';
import type { Timeseries } from './timeseries.ts';

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
  usual: Timeseries['usual'];
}

/** Returns the documented shape of either answer. */
export function toTimeseries(answer: Timeseries | TimeseriesColumns): Timeseries {
  if (!('columns' in answer)) return answer;
  const { columns, previous, usual } = answer;
  return { perAccount: toDays(columns), previousPerAccount: previous && toDays(previous), usual };
}

export function toDays({ first, last, perAccount }: DayColumns): Timeseries['perAccount'] {
  const dates = listDays(first, last);
  return Object.fromEntries(
    Object.entries(perAccount).map(([accountId, { values, open }]) => [
      accountId,
      dates.map((date, place) => ({ date, value: values[place] ?? null, isClosed: !open.includes(place) })),
    ]),
  );
}
