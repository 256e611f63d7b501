/** Differences below this may be delays, and change no day. */
const tolerance = 300_000;
let skew = 0;
let stoppedAt: number | undefined;

/** Compares this computer's clock with the `Date` of an answer. */
export function compareClocks(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  skew = Math.abs(difference) > tolerance ? difference : 0;
}

/** Stops the clock at the time of data that cannot be refreshed. */
export function stopClock(at: number): void {
  stoppedAt = at;
}

/** Milliseconds by which the server's clock is ahead of this computer's; 0 if they agree. */
export const clockSkew = () => skew;

/** The current time by the server's clock, even while it is stopped: what ages are measured from. */
export const actualNow = () => new Date(Date.now() + skew);

/** The time on which days and ranges are based: the current one, unless the clock is stopped. */
export const serverNow = () => (stoppedAt ? new Date(stoppedAt) : actualNow());
