import { dayMillis, type ShareLink } from '@tidemark/contract';

export interface LinkState {
  revoked_at: Date | null;
  expires_at: Date | null;
}

export function toState({ revoked_at, expires_at }: LinkState, now: Date): ShareLink['state'] {
  if (revoked_at) return 'revoked';
  return expires_at && expires_at <= now ? 'expired' : 'active';
}

/** Returns the expiry; null means until the link is revoked. */
export function toExpiry(days: number | null, now: Date): Date | null {
  return days === null ? null : new Date(now.getTime() + days * dayMillis);
}
