const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A percentage says nothing any more after this time: the window it was counted in has moved on. */
export const percentHoldsSeconds = 15 * minute;
const slowFrom = 75;
const stopFrom = 95;

/** What Meta's own percentage asks for: go on, go slowly, or stop for some seconds. */
export function paceFor(usage: { percent: number; regainMinutes: number }): { slow: boolean; pauseSeconds: number } {
  if (usage.percent < stopFrom && usage.regainMinutes === 0)
    return { slow: usage.percent >= slowFrom, pauseSeconds: 0 };
  return { slow: true, pauseSeconds: usage.regainMinutes * minute || percentHoldsSeconds };
}

/** What a throttle says of itself; `kind` and `code` as the Graph client names them. */
interface Refusal {
  kind: string;
  code: number | null;
  retryAfterSeconds: number | null;
}

/**
 * How long a throttle pauses; `failures` counts those in a row. What Meta asks for is never undercut: calls while it
 * blocks make it block longer. Without its word the pause doubles from a quarter of an hour to an hour, with equal
 * jitter, because full jitter can be almost nothing.
 */
export function pauseSeconds({ kind, code, retryAfterSeconds }: Refusal, failures: number, chance: number): number {
  // 341 and 368: blocked for a policy, for about a day.
  if (code === 341 || code === 368) return day;
  if (!retryAfterSeconds) {
    const whole = Math.min(hour, 15 * minute * 2 ** Math.max(0, failures - 1));
    return whole / 2 + (chance * whole) / 2;
  }
  const asked = Math.max(minute, retryAfterSeconds);
  if (kind !== 'throttle-app') return asked;
  return Math.min(asked * (1 + chance / 2), Math.max(asked, hour));
}
