import type { Calendar, DayNumber } from '../../world/calendar.ts';
import { dayNumber } from '../../world/calendar.ts';
import { badParameter } from '../graph-failure.ts';

/** The whole days whose start lies in [since, until). */
export interface InsightWindow {
  since: number;
  until: number;
  days: DayNumber[];
}

const day = 86_400_000;
const longest = 30 * day;

export function insightWindow(
  args: Record<string, string | undefined>,
  calendar: Calendar,
  now: number,
): InsightWindow {
  const until = readInstant('until', args['until'], calendar) ?? now;
  const since = readInstant('since', args['since'], calendar) ?? until - day;
  if (since > until) throw badParameter('since param must be before until param');
  if (until - since > longest) {
    throw badParameter('There cannot be more than 30 days (2592000 s) between since and until');
  }
  const days: DayNumber[] = [];
  for (let at = calendar.dayAt(since); calendar.startOf(at) < until; at += 1) {
    if (calendar.startOf(at) >= since) days.push(at);
  }
  return { since, until, days };
}

function readInstant(name: string, text: string | undefined, calendar: Calendar): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return calendar.startOf(dayNumber(text));
  const seconds = Number(text);
  if (!Number.isFinite(seconds)) throw badParameter(`param ${name} must be a valid date`);
  return seconds * 1000;
}

/** Graph writes the zone as +0000. */
export function graphTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}+0000`;
}
