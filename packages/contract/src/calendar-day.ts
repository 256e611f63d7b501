/** Calendar days are texts, `YYYY-MM-DD`; arithmetic on them is independent of time zones. */

export const dayMillis = 86_400_000;

/** Returns an instant's calendar day in UTC. */
export function toUtcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Returns the day `count` days after (or, if negative, before) a day. */
export function addDays(day: string, count: number): string {
  return toUtcDay(new Date(startOfUtcDay(day) + count * dayMillis));
}

/** Counts the days from `from` to `to`, inclusive: 1 for the same day, 0 or less if reversed. */
export function countDays(from: string, to: string): number {
  return (startOfUtcDay(to) - startOfUtcDay(from)) / dayMillis + 1;
}

/** Lists the days from `from` to `to`, inclusive, in order. */
export function listDays(from: string, to: string): string[] {
  const start = startOfUtcDay(from);
  return Array.from({ length: Math.max(0, countDays(from, to)) }, (_, index) =>
    toUtcDay(new Date(start + index * dayMillis)),
  );
}

/** Also accepts an instant and uses only its day. */
function startOfUtcDay(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
}
