import { z } from 'zod';

const day = (iso: string) => iso.slice(0, 10);
const twoYears = 731;

/** An instant in UTC. A range counts the calendar days of its two ends, whatever the viewer's zone. */
export const Instant = z.iso.datetime();

/** Whole days from the day of `from` to the day of `to`, both included; negative when reversed. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${day(to)}T00:00:00Z`) - Date.parse(`${day(from)}T00:00:00Z`)) / 86_400_000) + 1;
}

/** A refinement for objects with a range in two fields: in order, and at most two years. */
export function orderedRange<From extends string, To extends string>(from: From, to: To) {
  return (value: Record<From | To, string>, context: z.RefinementCtx) => {
    const days = daysBetween(value[from], value[to]);
    if (days < 1) context.addIssue({ code: 'custom', path: [from], message: `must not be after ${to}` });
    if (days > twoYears) context.addIssue({ code: 'custom', path: [from], message: 'the range is over two years' });
  };
}
