import { listNames } from '@tidemark/contract/map-names';
import { dayMetrics, type DayMetricRow, type DayRequest } from './day-metrics.ts';

type Rows = typeof dayMetrics;
export type DayMetricName = keyof Rows;
type NamesWith<Part extends string> = {
  [Name in DayMetricName]: Rows[Name] extends { parts: readonly (infer Own)[] }
    ? Part extends Own
      ? Name
      : never
    : never;
}[DayMetricName];

export const surfaces = ['post', 'reel', 'story', 'carousel', 'ad', 'other'] as const;
export const audiences = ['follower', 'non_follower'] as const;
export const buttons = ['call', 'direction', 'email', 'text', 'book_now', 'other'] as const;
export type Surface = (typeof surfaces)[number];

/** Columns of metrics in `account_day`, with those of their parts. */
export type DayColumn =
  | DayMetricName
  | `${NamesWith<'surface'>}_${Surface}`
  | `${NamesWith<'follow'>}_${(typeof audiences)[number]}`
  | `taps_${(typeof buttons)[number]}`;

export const dayMetricRows = listNames(dayMetrics).map((name): [DayMetricName, DayMetricRow] => [
  name,
  dayMetrics[name],
]);

export const dayColumns = dayMetricRows.flatMap(([name, { parts = [] }]) => [
  name,
  ...parts.flatMap((part) => {
    if (part === 'taps') return buttons.map((button) => `taps_${button}`);
    return (part === 'surface' ? surfaces : audiences).map((own) => `${name}_${own}`);
  }),
]) as DayColumn[]; // the type is built from the same rows

/** Lists Instagram's names of the metrics that a call asks for, each once. */
export function listDayMetrics(request: DayRequest): string[] {
  const names = dayMetricRows.flatMap(([, { instagram }]) =>
    instagram.asked.includes(request) ? [instagram.name] : [],
  );
  return [...new Set(names)];
}

/** Columns that a metric's total fills, by Instagram's name; reach may also come from its series. */
export const totalColumns = dayMetricRows.flatMap(([name, { instagram }]) => {
  const isTotal = instagram.asked.includes('surface') || instagram.asked.includes('plain');
  return name === 'followers' || name === 'reach' || !isTotal ? [] : [[instagram.name, name] as const];
});
