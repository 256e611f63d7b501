import { z } from 'zod';
import { countDays } from '../calendar-day.ts';

/** The maximum range: two years, one of them a leap year. */
export const maxRangeDays = 731;

/** An instant in UTC. A range covers the calendar days of both ends, whatever the viewer's time zone. */
export const Instant = z.iso.datetime();

/** An IANA time zone. Posts of a range are those published on its calendar days in that zone. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'must be an IANA time zone');

function isTimeZone(name: string): boolean {
  // Browsers also accept offsets like +02:00, which are not IANA time zones.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A refinement for a range in two fields: in order, and at most two years. */
export function orderedRange<From extends string, To extends string>(from: From, to: To) {
  return (value: Record<From | To, string>, context: z.RefinementCtx) => {
    const days = countDays(value[from], value[to]);
    if (days < 1) context.addIssue({ code: 'custom', path: [from], message: `must not be after ${to}` });
    if (days > maxRangeDays)
      context.addIssue({ code: 'custom', path: [from], message: 'must not span more than two years' });
  };
}
