import { z } from 'zod';
import { countDays } from '../calendar-day.ts';

/** Longest range: two years, one a leap year. */
export const maxRangeDays = 731;

/** An instant in UTC. A range covers the calendar days at both ends, whatever the viewer's time zone. */
export const Instant = z.iso.datetime();

/** An IANA time zone. Posts count on their calendar day in that zone. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => toCanonicalTimeZone(name) !== null, 'must be an IANA time zone');

// Resolving a name takes as long as a database query, and one screen needs a dozen.
const canonicalNames = new Map<string, string | null>();
const maxNames = 1_000;

/** Returns a time zone's canonical spelling, or null if there is no such zone. */
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

/** Returns a refinement for a range in two fields: in order, and at most two years. */
export function orderedRange<From extends string, To extends string>(from: From, to: To) {
  return (value: Record<From | To, string>, context: z.RefinementCtx) => {
    const days = countDays(value[from], value[to]);
    if (days < 1) context.addIssue({ code: 'custom', path: [from], message: `must not be after ${to}` });
    if (days > maxRangeDays)
      context.addIssue({ code: 'custom', path: [from], message: 'must not span more than two years' });
  };
}

/** A request's comparison period: both ends or neither. */
export const comparisonPeriod = { pStart: Instant.optional(), pEnd: Instant.optional() };

/** Returns a refinement for a comparison period's ends: both or neither, in order, and at most two years. */
export function orderedComparison(
  { pStart, pEnd }: { pStart?: string | undefined; pEnd?: string | undefined },
  context: z.RefinementCtx,
) {
  if (pStart !== undefined && pEnd !== undefined) return orderedRange('pStart', 'pEnd')({ pStart, pEnd }, context);
  if (pStart === pEnd) return;
  const [missing, given] = pStart === undefined ? (['pStart', 'pEnd'] as const) : (['pEnd', 'pStart'] as const);
  context.addIssue({ code: 'custom', path: [missing], message: `must be given with ${given}` });
}
