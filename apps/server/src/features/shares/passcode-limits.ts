import { createAttemptCounts, deleteOldAttempts, toAttemptKey, toWait } from '../../database/attempt-counts.ts';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { toNetwork } from '../../platform/http/limits.ts';

/** Free wrong passcodes, by counter; from there on the wait doubles. */
const freeAttempts = { visitor: 5, link: 50, network: 30 } as const;
type Counted = keyof typeof freeAttempts;

export interface Guess {
  linkId: string;
  ip: string;
}

/**
 * Counts guesses from one network at one link, from all networks at one link, and from one network at all links. None
 * of them closes another link to anyone else. A success takes back its own count, but not other visitors' guesses.
 */
export function createPasscodeLimits({ db, clock }: { db: Database; clock: Clock }) {
  const counts = createAttemptCounts(db, 'share_failure');

  function listCounted({ linkId, ip }: Guess): [Counted, Buffer][] {
    const network = toNetwork(ip);
    return [
      ['network', toAttemptKey('network', network)],
      ['visitor', toAttemptKey('visitor', linkId, network)],
      ['link', toAttemptKey('link', linkId)],
    ];
  }

  return {
    /** Counts a guess. Throws `passcode_blocked` if there were too many. */
    async begin(guess: Guess): Promise<void> {
      for (const [counted, key] of listCounted(guess)) {
        const seconds = await counts.count(key, { free: freeAttempts[counted], now: clock() });
        if (seconds !== null) throw toBlocked(seconds);
      }
    },
    async succeed(guess: Guess): Promise<void> {
      for (const [counted, key] of listCounted(guess))
        await (counted === 'visitor' ? counts.clear(key) : counts.takeBack(key));
    },
  };
}

function toBlocked(retryAfterSeconds: number): ApiError {
  return new ApiError(
    'passcode_blocked',
    { retryAfterSeconds },
    { message: `Too many attempts. Try again in ${toWait(retryAfterSeconds)}.` },
  );
}

export function deleteOldGuesses(db: Database, now: Date): Promise<number> {
  return deleteOldAttempts(db, 'share_failure', now);
}
