import { backoff } from '../../../../platform/backoff.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A percentage expires after this time, because its window has moved on. */
export const usageValidSeconds = 15 * minute;
const slowFrom = 75;
const stopFrom = 95;
const requestsStopFrom = 50;

/** Decides what Meta's percentage requires: continue, slow down, or pause for some seconds. */
export function limitFor(usage: { percent: number; regainMinutes: number }): { slow: boolean; pauseSeconds: number } {
  if (usage.percent < stopFrom && usage.regainMinutes === 0)
    return { slow: usage.percent >= slowFrom, pauseSeconds: 0 };
  return { slow: true, pauseSeconds: usage.regainMinutes * minute || usageValidSeconds };
}

/** Returns true if so much of the app's hourly limit is used that the rest is reserved for scheduled syncs. */
export function leavesRestToSchedule(appPercent: number): boolean {
  return appPercent >= requestsStopFrom;
}

/** Details of a rate limit error; `kind` and `code` as in the Graph client. */
interface Refusal {
  kind: string;
  code: number | null;
  retryAfterSeconds: number | null;
}

/**
 * Returns a pause's length; `failures` is the number in a row. Never shorter than Meta demands, because calls during a
 * block extend it. Without a time from Meta, the pause doubles from 15 minutes to an hour, with equal jitter, because
 * full jitter can be close to zero.
 */
export function pauseSeconds({ kind, code, retryAfterSeconds }: Refusal, failures: number, chance: number): number {
  // 341 and 368: blocked for a policy violation, for about a day.
  if (code === 341 || code === 368) return day;
  if (!retryAfterSeconds) {
    const whole = backoff(failures, { first: 15 * minute, max: hour });
    return whole / 2 + (chance * whole) / 2;
  }
  const delay = Math.max(minute, retryAfterSeconds);
  if (kind !== 'throttle-app') return delay;
  return Math.min(delay * (1 + chance / 2), Math.max(delay, hour));
}
