import { z } from 'zod';
import { countDays } from '../calendar-day.ts';

/** The maximum range: two years, one of them a leap year. */
export const maxRangeDays = 731;

/** An instant in UTC. A range covers the calendar days of both ends, whatever the viewer's time zone. */
export const Instant = z.iso.datetime();

/** An IANA time zone. Posts of a range are those published on its calendar days in that zone. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => toCanonicalTimeZone(name) !== null, 'must be an IANA time zone');

// Asking takes as long as a query of the database, and a screen asks for a dozen.
const canonicalNames = new Map<string, string | null>();
const maxNames = 1_000;

/** The one spelling of a time zone among many; null if there is no such zone. */
export function toCanonicalTimeZone(name: string): string | null {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  if (canonicalNames.size >= maxNames) canonicalNames.clear();
  const canonical = findCanonicalName(name);
  canonicalNames.set(name, canonical);
  return canonical;
}

function findCanonicalName(timeZone: string): string | null {
  // Browsers also accept offsets like +02:00, which are not IANA time zones.
  if (!/^[a-z]/i.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
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

/** The comparison period of a request, which has both ends or neither. */
export const comparisonPeriod = { pStart: Instant.optional(), pEnd: Instant.optional() };

/** A refinement for the ends of a comparison period: both or neither, in order, and at most two years. */
export function orderedComparison(
  { pStart, pEnd }: { pStart?: string | undefined; pEnd?: string | undefined },
  context: z.RefinementCtx,
) {
  if (pStart !== undefined && pEnd !== undefined) return orderedRange('pStart', 'pEnd')({ pStart, pEnd }, context);
  if (pStart === pEnd) return;
  const [missing, given] = pStart === undefined ? (['pStart', 'pEnd'] as const) : (['pEnd', 'pStart'] as const);
  context.addIssue({ code: 'custom', path: [missing], message: `must be given with ${given}` });
}
