const minute = 60_000;
const retryMinutes = [1, 5, 15, 60, 180, 360, 720] as const;

/** Longer than any attempt takes. */
export const leaseMillis = 3 * minute;
/** Permanent rejections in a row after which an address receives no more subscriptions. */
export const maxFailures = 3;
/** Time within which mail is returned, unless the last server was away. */
export const returnMillis = 24 * 60 * minute;
export const maxAttempts = retryMinutes.length + 1;

/** Returns when a message is tried again; null if it has failed for good, or would arrive too late. */
export function nextAttempt(attempts: number, now: Date, expiresAt: Date): Date | null {
  const minutes = retryMinutes[attempts - 1];
  if (minutes === undefined) return null;
  const next = new Date(now.getTime() + minutes * minute);
  return next < expiresAt ? next : null;
}
