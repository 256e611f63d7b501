import type { Calendar, DayNumber } from '../../world/calendar.ts';
import { dayNumber } from '../../world/calendar.ts';
import { badParameter } from '../graph-error.ts';
import type { InsightRules } from './insight-behaviour.ts';

/**
 * The days that a window covers. Both ends are inclusive, so an `until` at midnight covers the day that begins then.
 */
export interface InsightWindow {
  since: number;
  until: number;
  /** Days that begin in [since, until]. */
  days: DayNumber[];
  /** A series's days, which differ from `days` if series are dated by the day's end. */
  seriesDays: DayNumber[];
}

const day = 86_400_000;
const longest = 30 * day;
/** `since` may lie this many days before today. */
const retentionDays = 729;

export function insightWindow(
  args: Record<string, string | undefined>,
  calendar: Calendar,
  { now, isTotal, rules }: { now: number; isTotal: boolean; rules: InsightRules },
): InsightWindow {
  const until = readInstant('until', args['until'], calendar) ?? Math.floor(now / 1000) * 1000;
  const since = readInstant('since', args['since'], calendar) ?? until - day;
  if (since > until) throw badParameter('since param must be before until param');
  // Recorded for a `since` before the last two years; the same text for one in the future.
  if ((rules.refusesOldDays && since < calendar.startOfDay(calendar.dayAt(now) - retentionDays)) || since > now)
    throw badParameter('since param is not valid. Metrics data is available for the last 2 years');
  if (until - since > longest && !(isTotal ? rules.acceptsLongTotals : rules.acceptsLongSeries)) {
    throw badParameter('There cannot be more than 30 days (2592000 s) between since and until');
  }
  const days: DayNumber[] = [];
  const endingDays: DayNumber[] = [];
  for (let day = calendar.dayAt(since); calendar.startOfDay(day) <= until; day += 1) {
    const start = calendar.startOfDay(day);
    if (start >= since && (start < until || rules.includesEnd)) days.push(day);
    if (calendar.startOfDay(day + 1) <= until) endingDays.push(day);
  }
  return { since, until, days, seriesDays: rules.datesByEnd ? endingDays : days };
}

function readInstant(name: string, text: string | undefined, calendar: Calendar): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return calendar.startOfDay(dayNumber(text));
  const seconds = Number(text);
  if (!Number.isFinite(seconds)) throw badParameter(`param ${name} must be a valid date`);
  return seconds * 1000;
}

/** Writes the UTC offset as +0000, like the Graph API. */
export function graphTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+0000`;
}
