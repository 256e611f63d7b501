import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toNetwork } from '../../../platform/http/limits.ts';

const memoryMillis = 24 * 3_600_000;
/** Attempts in a row that cost nothing, for what they count against; from there on the wait doubles. */
const freeAttempts = { address: 30, email: 10, browser: 6 } as const;
type Counted = keyof typeof freeAttempts;
const maxWaitSeconds = 15 * 60;

export interface Attempt {
  /** The email as entered, known or not. */
  email: string;
  ip: string;
  /** The ID of a browser in which this person has signed in before; null for any other. */
  browserId: string | null;
}

/**
 * Counts sign-ins before they are tried, so that many at once cannot outrun the count; a success takes its own back. An
 * email that somebody else blocks stays open in browsers that have been used before, and for passkeys.
 */
export function createGuessLimits({ db, clock }: { db: Database; clock: Clock }) {
  function listCounted({ email, ip, browserId }: Attempt): [Counted, Buffer][] {
    const who = email.toLowerCase();
    return [
      ['address', toKey('address', toNetwork(ip))],
      browserId === null ? ['email', toKey('email', who)] : ['browser', toKey('browser', browserId, who)],
    ];
  }

  async function count(counted: Counted, key: Buffer): Promise<void> {
    const now = clock();
    const stale = new Date(now.getTime() - memoryMillis);
    const failures = sql<number>`case when sign_in_failure.last_at < ${stale} then 1 else sign_in_failure.failures + 1 end`;
    const over = sql`(case when sign_in_failure.last_at < ${stale} then 1 else sign_in_failure.failures + 1 end - ${freeAttempts[counted]})`;
    const row = await db
      .insertInto('sign_in_failure')
      .values({ failure_key: key, failures: 1, blocked_until: null, last_at: now })
      .onConflict((conflict) =>
        conflict
          .column('failure_key')
          .doUpdateSet({
            failures,
            blocked_until: sql`case when ${over} < 0 then null
              else ${now}::timestamptz + least(${maxWaitSeconds}, power(2, least(${over}, 20))) * interval '1 second' end`,
            last_at: now,
          })
          .where(({ or, eb }) =>
            or([eb('sign_in_failure.blocked_until', 'is', null), eb('sign_in_failure.blocked_until', '<=', now)]),
          ),
      )
      .returning('failures')
      .executeTakeFirst();
    if (row) return;
    const blocked = await db
      .selectFrom('sign_in_failure')
      .select('blocked_until')
      .where('failure_key', '=', key)
      .executeTakeFirst();
    const millis = (blocked?.blocked_until?.getTime() ?? now.getTime()) - now.getTime();
    throw toBlocked(Math.max(1, Math.ceil(millis / 1000)));
  }

  async function takeBack(key: Buffer): Promise<void> {
    await db
      .updateTable('sign_in_failure')
      .set({ failures: sql`greatest(failures - 1, 0)`, blocked_until: null })
      .where('failure_key', '=', key)
      .execute();
  }

  async function clear(key: Buffer): Promise<void> {
    await db.deleteFrom('sign_in_failure').where('failure_key', '=', key).execute();
  }

  return {
    /** Throws `sign_in_blocked` while there were too many attempts. */
    async begin(attempt: Attempt): Promise<void> {
      for (const [counted, key] of listCounted(attempt)) await count(counted, key);
    },
    /** The person has signed in: what was counted before was a typing error. */
    async succeed(attempt: Attempt): Promise<void> {
      for (const [counted, key] of listCounted(attempt)) await (counted === 'address' ? takeBack(key) : clear(key));
    },
    /** The password was right, and the code is still missing. */
    async refund(attempt: Attempt): Promise<void> {
      for (const [, key] of listCounted(attempt)) await takeBack(key);
    },
    /** The password was reset: earlier guesses do not keep its owner out. */
    forget: (email: string): Promise<void> => clear(toKey('email', email.toLowerCase())),
  };
}

export type GuessLimits = ReturnType<typeof createGuessLimits>;

function toKey(...parts: string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

function toBlocked(retryAfterSeconds: number): ApiError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const when =
    retryAfterSeconds < 60 ? `${retryAfterSeconds} seconds` : minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new ApiError(
    'sign_in_blocked',
    { retryAfterSeconds },
    { message: `Too many attempts. Try again in ${when}.` },
  );
}

export function deleteOldFailures(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'sign_in_failure', sql`last_at < ${new Date(now.getTime() - memoryMillis)}`);
}
