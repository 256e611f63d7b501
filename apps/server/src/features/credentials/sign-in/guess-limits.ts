import { createAttemptCounts, deleteOldAttempts, toAttemptKey, toWait } from '../../../database/attempt-counts.ts';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toNetwork } from '../../../platform/http/limits.ts';
import { toComparableAddress } from '../../../platform/address-forms.ts';

/** Free attempts in a row, by counter; from there on the wait doubles. */
const limits = {
  // Many people may share an IP address: it is slowed down and never blocked.
  address: { free: 30, maxWaitSeconds: 1 },
  email: { free: 10 },
  browser: { free: 6 },
} as const;
type Counted = keyof typeof limits;

export interface Attempt {
  /** The email as entered, known or not. */
  email: string;
  ip: string;
  /** ID for a browser in which this person has signed in before; null for any other. */
  browserId: string | null;
}

/**
 * Counts sign-ins before they are tried; a success takes its own back. A browser in which the person has signed in
 * before counts only against itself, so that no one else can block it.
 */
export function createGuessLimits({ db, clock }: { db: Database; clock: Clock }) {
  const counts = createAttemptCounts(db, 'sign_in_failure');

  function listCounted({ email, ip, browserId }: Attempt): [Counted, Buffer][] {
    const who = toComparableAddress(email);
    if (browserId !== null) return [['browser', toAttemptKey('browser', browserId, who)]];
    return [
      ['address', toAttemptKey('address', toNetwork(ip))],
      ['email', toAttemptKey('email', who)],
    ];
  }

  return {
    /** Counts an attempt. Throws `sign_in_blocked` if there were too many. */
    async begin(attempt: Attempt): Promise<void> {
      for (const [counted, key] of listCounted(attempt)) {
        const seconds = await counts.count(key, { ...limits[counted], now: clock() });
        if (seconds !== null) throw toBlocked(seconds);
      }
    },
    /** Clears the counts after a sign-in: earlier failures were typing errors. */
    async succeed(attempt: Attempt): Promise<void> {
      for (const [counted, key] of listCounted(attempt))
        await (counted === 'address' ? counts.takeBack(key) : counts.clear(key));
    },
    /** Takes back an attempt whose password was right while the code is still missing. */
    async refund(attempt: Attempt): Promise<void> {
      for (const [, key] of listCounted(attempt)) await counts.takeBack(key);
    },
    /** Clears failures after a password reset: earlier guesses must not keep its owner out. */
    forget: (email: string): Promise<void> => counts.clear(toAttemptKey('email', toComparableAddress(email))),
  };
}

export type GuessLimits = ReturnType<typeof createGuessLimits>;

function toBlocked(retryAfterSeconds: number): ApiError {
  return new ApiError(
    'sign_in_blocked',
    { retryAfterSeconds },
    { message: `Too many attempts. Try again in ${toWait(retryAfterSeconds)}.` },
  );
}

export function deleteOldFailures(db: Database, now: Date): Promise<number> {
  return deleteOldAttempts(db, 'sign_in_failure', now);
}
