/** Differences below this may be delays, and change no day. */
const tolerance = 300_000;
let skew = 0;
let stoppedAt: number | null = null;

/** Compares this computer's clock with the `Date` of an answer. */
export function compareClocks(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  skew = Math.abs(difference) > tolerance ? difference : 0;
}

/** Stops the clock at the time of figures that cannot be refreshed; null lets it run. */
export function stopClock(at: number | null): void {
  stoppedAt = at;
}

/** Milliseconds by which the server's clock is ahead of this computer's; 0 if they agree. */
export const clockSkew = () => skew;

/** The current time by the server's clock, on which days and ranges are based. */
export const serverNow = () => new Date(stoppedAt ?? Date.now() + skew);
