import { addDays } from '@tidemark/contract';
import type { MetricRow } from '../../../metrics/metric-row.ts';

export interface Finding {
  check: string;
  verdict: 'confirmed' | 'refuted' | 'unknown';
  /** The observation, without tokens, IDs and names. */
  detail: string;
}

/** Days before a known retirement from which it is reported. */
const retirementDays = 90;

/** Says whether a metric whose retirement is known has long enough to go. */
export function describeRetirement(
  name: string,
  { validUntil }: Pick<MetricRow, 'validUntil'>,
  today: string,
): Finding[] {
  if (!validUntil) return [];
  const { day, successor } = validUntil;
  return [
    {
      check: `${name} is not about to be retired`,
      verdict: toVerdict(day >= addDays(today, retirementDays)),
      detail: `until ${day}, ${successor === null ? 'without a successor' : `then ${successor}`}`,
    },
  ];
}

export function toVerdict(isTrue: boolean): Finding['verdict'] {
  return isTrue ? 'confirmed' : 'refuted';
}

/** Returns distinct values with their counts. */
export function describeValues(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => (count > 1 ? `${value} (${count})` : value)).join(', ') || 'none';
}

/** Returns the only day whose total has this value; null if no day or several days have. */
export function findMatchingDay(value: number, totals: ReadonlyMap<string, number | null>): string | null {
  const matching = [...totals].flatMap(([day, total]) => (total === value ? [day] : []));
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

/**
 * Checks if an end at midnight adds the next day to a total: compares a day's totals with an end one second before
 * midnight and at midnight. `next` is the following day's total.
 */
export function compareTotals({
  short,
  long,
  next,
  day,
}: {
  short: number | null;
  long: number | null;
  next: number | null;
  day: string;
}): Finding {
  const check = 'An end time of midnight adds the next day to a total';
  const detail = `${day}: ${short ?? 'nothing'} until the second before, ${long ?? 'nothing'} until midnight, ${next ?? 'nothing'} the day after`;
  if (short === null || long === null || next === null || next === 0) return { check, verdict: 'unknown', detail };
  if (long === short + next) return { check, verdict: 'confirmed', detail };
  return { check, verdict: long === short ? 'refuted' : 'unknown', detail };
}
