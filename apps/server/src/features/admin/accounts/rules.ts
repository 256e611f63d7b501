import { dayMillis } from '@tidemark/contract';
export const fullDaysCounted = 30;

export interface DailyFigures {
  dailyAverage: number;
  dailyMax: number;
  dailyMin: number;
}

/**
 * Returns an account's daily cost over its full days; a day without a row had no calls. All zeros until the first full
 * day.
 */
export function dailyFigures(callsByDay: readonly number[], fullDays: number): DailyFigures {
  const days = Math.min(fullDaysCounted, fullDays);
  if (days <= 0) return { dailyAverage: 0, dailyMax: 0, dailyMin: 0 };
  const sum = callsByDay.reduce((all, calls) => all + calls, 0);
  return {
    dailyAverage: sum / days,
    dailyMax: Math.max(0, ...callsByDay),
    dailyMin: callsByDay.length < days ? 0 : Math.min(...callsByDay),
  };
}

/** Returns the full UTC days since the account was added, excluding that day. */
export function fullDaysSince(createdAt: Date, now: Date): number {
  return Math.max(0, startOfDay(now) / dayMillis - startOfDay(createdAt) / dayMillis - 1);
}

/** Returns the start of the last hour, the last day and the last full days, in UTC. */
export function countedSince(now: Date): { hour: Date; day: Date; fullDays: Date; today: Date } {
  const hour = Math.floor(now.getTime() / 3_600_000) * 3_600_000;
  return {
    hour: new Date(hour),
    day: new Date(hour - 23 * 3_600_000),
    fullDays: new Date(startOfDay(now) - fullDaysCounted * dayMillis),
    today: new Date(startOfDay(now)),
  };
}

function startOfDay(instant: Date): number {
  return Math.floor(instant.getTime() / dayMillis) * dayMillis;
}
