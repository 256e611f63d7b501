import { dayMillis, type AccountType } from '@tidemark/contract';

const minute = 60_000;

/** A sync that was running when access was lost may still store its results. */
const runningSyncMillis = 5 * minute;
/** Days for which stored data stays readable after the login stops listing the account. */
export const graceDays = 14;
/** Days for which a user with an expired login can still read data that other users sync. */
export const endedLoginDays = 30;

export interface Reach {
  /** Time when the user's login stopped listing the account or was disconnected. */
  lostAt: Date | null;
  /** Time when the user's login broke or expired. */
  loginEndedAt: Date | null;
  lastSyncAt: Date | null;
}

/**
 * Returns true if a user may read a linked account's data. Data synced after access was lost is never shown: the
 * account is hidden as soon as other users sync it, otherwise after a grace period. With an expired login the history
 * stays readable, for a limited time if other users still sync the account.
 */
export function isReadable({ lostAt, loginEndedAt, lastSyncAt }: Reach, now: Date): boolean {
  const syncedAt = lastSyncAt?.getTime() ?? -Infinity;
  if (lostAt)
    return syncedAt <= lostAt.getTime() + runningSyncMillis && now.getTime() < lostAt.getTime() + graceDays * dayMillis;
  return !loginEndedAt || syncedAt <= loginEndedAt.getTime() + endedLoginDays * dayMillis;
}

/** Returns when the last of an account's logins ended; null while one works, or without any. */
export function toLoginEnd(ends: readonly (Date | null)[], now: Date): Date | null {
  const past = ends.filter((end) => end !== null && end <= now);
  return past.length === 0 || past.length < ends.length
    ? null
    : new Date(Math.max(...past.map((end) => end?.getTime() ?? 0)));
}

/** Returns why no login reaches an account any more; undefined where only a business login can list it. */
export function explainLost(type: AccountType): string | undefined {
  return type === 'bluesky_account'
    ? 'You are no longer connected with this account. Connect it again or unlink it.'
    : undefined;
}
