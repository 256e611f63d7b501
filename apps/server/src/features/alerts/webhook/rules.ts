const minute = 60_000;
const retryMinutes = [1, 5, 15, 60, 180, 360, 720];
const maxAgeMillis = 24 * 60 * minute;

/** Longer than an attempt takes; afterwards another process tries again. */
export const leaseMillis = 2 * minute;

/** Returns when a delivery is tried again; null if a day has passed. */
export function nextDelivery(attempts: number, { createdAt, now }: { createdAt: Date; now: Date }): Date | null {
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? 1;
  const next = now.getTime() + minutes * minute;
  return next - createdAt.getTime() < maxAgeMillis ? new Date(next) : null;
}
